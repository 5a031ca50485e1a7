#!/bin/sh
# The page of accord matrix --format html in a browser: filters, keyboard, dialog. Skipped without Chromium.
. "$(dirname "$0")/lib.sh"

browser=
for name in chromium chromium-browser google-chrome; do
    test -n "$browser" || browser=$(command -v $name) || true
done
test -n "$browser" || { echo "skipped: there is no Chromium (Debian: chromium)"; exit 77; }

# What a reader does, step by step; the title says how it went.
cat >steps.js <<'END'
<script>
window.addEventListener('load', function () {
  var failures = [], main = document.querySelector('main'), dialog = document.querySelector('dialog'), search = document.querySelector('#q');
  function holds(sentence, is) { if (!is) failures.push(sentence); }
  function all(query) { return Array.from(document.querySelectorAll(query)).filter(function (item) { return item.offsetParent; }); }
  function press(key) { document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: key, bubbles: true, cancelable: true})); }
  function type(text) { search.value = text; search.dispatchEvent(new Event('input', {bubbles: true})); }
  function cells() { return all('td:not(.off) a'); }
  try {
    var tabs = all('.tabs button'), whole = cells().length, first = all('td a')[0];
    holds('one page is shown', all('.page').length === 1);
    holds('every cell has an icon and words', all('td a').every(function (a) { return a.querySelector('svg') && a.textContent.trim(); }));
    holds('one cell can be reached with Tab', all('td a[tabindex="0"]').length === 1);

    first.focus();
    press('ArrowRight');
    holds('right goes to the next cell', document.activeElement === all('tbody tr')[0].cells[2].firstChild);
    press('ArrowDown');
    holds('down goes to the next row', document.activeElement === all('tbody tr')[1].cells[2].firstChild);
    press('End');
    holds('End goes to the last column', document.activeElement === all('tbody tr')[1].lastElementChild.firstChild);
    press('ArrowRight');
    holds('the last column is the last', document.activeElement === all('tbody tr')[1].lastElementChild.firstChild);
    press('Home');
    press('ArrowUp');
    holds('Home and up go back', document.activeElement === first);

    press('Enter');
    holds('Enter opens', dialog.open);
    holds('the title is the combination', document.querySelector('#cell-title').textContent.includes(all('tbody th')[0].textContent));
    holds('the dialog says a condition or a reason', document.querySelectorAll('#cell-body .way').length > 0);
    holds('it says how to ask', document.querySelector('#cell-run').textContent.startsWith('accord resolve --framework '));
    holds('nothing in it is markup of a name', !document.querySelector('b b, h1 b, #cell-title b'));
    dialog.close();
    holds('closed is closed', !dialog.open);

    var rows = all('tbody tr').length;
    type('ddp_spawn');
    holds('a word leaves fewer cells', cells().length > 0 && cells().length < whole);
    holds('rows without a match are gone', all('tbody tr').length < rows);
    holds('tabs count', all('.tabs small').some(function (count) { return Number(count.textContent) > 0; }));
    type('no such thing at all');
    holds('nothing found is said', cells().length === 0 && all('.empty').length === 1);
    type('');
    holds('no word shows all again', cells().length === whole && all('.empty').length === 0);

    all('.only')[0].click();
    holds('a note shows its cells', cells().length > 0 && cells().every(function (a) { return a.dataset.n === search.value.slice(1); }));
    type('');
    var broken = document.querySelector('.chip[data-v="1"]');
    broken.click();
    holds('a verdict can be left out', broken.getAttribute('aria-pressed') === 'false' && cells().every(function (a) { return !a.closest('.v1'); }));
    broken.click();

    tabs[1].click();
    holds('a tab shows its page', tabs[1].getAttribute('aria-selected') === 'true' && all('.page').length === 1);
    tabs[tabs.length - 1].click();
    holds('all pages can be shown', all('.page').length === tabs.length - 1);
    holds('heads stay in sight', getComputedStyle(document.querySelector('thead th')).position === 'sticky');
  } catch (error) { failures.push(String(error)); }
  document.title = failures.length ? 'failed: ' + failures.join('; ') : 'passed';
});
</script>
END

# look PAGE: what its title says after the steps
look() {
    sed '/<\/body>/{
r steps.js
d
}' "$1" >page.html
    echo '</body></html>' >>page.html
    timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
        --disable-component-update --disable-sync --user-data-dir="$work/profile" --window-size=1280,900 --dump-dom \
        "file://$work/page.html" 2>browser.log | sed -n 's:.*<title>\(.*\)</title>.*:\1:p' | head -n 1
}

run matrix --format html
check "there is a page" code_is 0
cp out whole.html
said=$(look whole.html)
test -n "$said" || { echo "skipped: Chromium does not run here"; tail -n 3 browser.log; exit 77; }
check "a reader can filter, move, open and close: $said" is "$said" passed

run matrix --rows 'strategy=<b>x</b>,ddp,ddp_spawn' --columns accelerator --pages precision=32-true,bf16-mixed devices=2 --format html
cp out odd.html
check "odd names change nothing: $(look odd.html)" is "$(look odd.html)" passed
finish
