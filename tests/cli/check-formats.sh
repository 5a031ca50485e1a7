#!/bin/sh
# accord check: report formats, their shapes, and several of them in one run.
. "$(dirname "$0")/lib.sh"

mkdir 'odd dir'
printf 'trainer:\n  accelerator: cpu\n  strategy: fsdp\n' >'odd dir/ü,b:c%.yaml'
printf '# \303\244\303\266\303\274\ntrainer: {accelerator: gpu, precision: bf16, devices: 2, "x\303\244": "<&\\"]]>"}\n' >flow.yaml
printf 'trainer:\n  accelerator: cpu  # accord: ignore[fsdp-needs-cuda] why\n  strategy: fsdp\n' >aside.yaml
printf 'trainer:\n  accelerator: cpu\n  strategy: ddp\n  devices: 2\n' >good.yaml

run check --format concise
check "concise is one line a finding" test "$(grep -c ': error\[fsdp-needs-cuda\] ' out)" -eq 1

run check --format github
check "github escapes what would end a property" grep -q '^::error file=odd dir/ü%2Cb%3Ac%25.yaml,line=2,' out
check "and only writes commands" test -z "$(grep -v '^::' out)"

run check --format json -o report.json --format sarif -o report.sarif --format junit -o report.xml --format gitlab -o quality.json \
    --format jsonl -o report.jsonl --format text
check "several reports in one run, one on standard output" out_has "1 error"
check "the others in their files" test -s report.json -a -s report.sarif -a -s report.xml -a -s quality.json -a -s report.jsonl
run check good.yaml --format sarif -o clean.sarif --format json -o clean.json --format junit -o clean.xml --format gitlab -o clean-quality.json
check "a clean run writes them, too" code_is 0
check "and text as well when nothing else goes there" is_empty out

if command -v python3 >/dev/null 2>&1; then
cat >shapes.py <<'END'
import json, re, sys, xml.etree.ElementTree as xml

def sarif(path, count):
    log = json.load(open(path, encoding="utf-8"))
    assert set(log) == {"$schema", "version", "runs"} and log["version"] == "2.1.0", log.keys()
    run, = log["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    driver = run["tool"]["driver"]
    assert driver["name"] == "accord" and driver["version"]
    ids = [rule["id"] for rule in driver["rules"]]
    assert len(set(ids)) == len(ids)
    for rule in driver["rules"]:
        assert rule["shortDescription"]["text"] and rule["defaultConfiguration"]["level"] in ("error", "warning", "note")
    assert isinstance(run["results"], list) and len(run["results"]) == count, (path, len(run["results"]))
    for result in run["results"]:
        assert ids[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note") and result["message"]["text"]
        assert re.fullmatch("[0-9a-f]{16}", result["partialFingerprints"]["accord/v1"])
        location, = result["locations"]
        physical = location["physicalLocation"]
        assert re.fullmatch(r"[A-Za-z0-9%._~/-]+", physical["artifactLocation"]["uri"]), physical
        region = physical["region"]
        assert 1 <= region["startLine"] <= region["endLine"] and region["startColumn"] >= 1
        assert region["endLine"] > region["startLine"] or region["endColumn"] >= region["startColumn"]
        for fix in result.get("fixes", []):
            assert fix["description"]["text"]
            change, = fix["artifactChanges"]
            assert change["artifactLocation"] == physical["artifactLocation"]
            replacement, = change["replacements"]
            assert replacement["deletedRegion"]["startLine"] and "text" in replacement["insertedContent"]
        for suppression in result.get("suppressions", []):
            assert suppression["kind"] in ("inSource", "external")
    return run

run = sarif("report.sarif", int(sys.argv[1]))
assert any(result.get("suppressions") for result in run["results"])
bf16 = next(r for r in run["results"] if r["ruleId"] == "precision-spelling-old")
line = open("flow.yaml", encoding="utf-8").read().split("\n")[1]
region = bf16["locations"][0]["physicalLocation"]["region"]
assert line[region["startColumn"] - 1:region["endColumn"] - 1] == "bf16", (line, region)
sarif("clean.sarif", 0)

report = json.load(open("report.json", encoding="utf-8"))
assert len(report["findings"]) == int(sys.argv[1]) and report["summary"]["files"] == 4, report["summary"]
assert {finding["state"] for finding in report["findings"]} == {"open", "ignored"}
lines = [json.loads(row) for row in open("report.jsonl", encoding="utf-8")]
assert lines == report["findings"]
assert json.load(open("clean.json"))["findings"] == []
assert json.load(open("clean-quality.json")) == []
quality = json.load(open("quality.json", encoding="utf-8"))
assert len({row["fingerprint"] for row in quality}) == len(quality) > 0
for row in quality:
    assert row["severity"] in ("info", "minor", "major", "critical", "blocker") and row["location"]["lines"]["begin"] >= 1

suites = xml.parse("report.xml").getroot()
assert suites.tag == "testsuites" and len(suites) == 4
for suite in suites:
    cases = suite.findall("testcase")
    assert int(suite.get("tests")) == len(cases) > 0
    assert int(suite.get("failures")) == len(suite.findall("testcase/failure"))
    assert int(suite.get("skipped")) == len(suite.findall("testcase/skipped"))
assert xml.parse("clean.xml").getroot().find("testsuite/testcase/failure") is None
END
    count=$(wc -l <report.jsonl)
    check "every format has the shape that its readers expect" python3 shapes.py "$count"
fi

run check good.yaml --format sarif
check "a clean SARIF report has an empty list of results" out_has '"results": []'
run check -o only.txt good.yaml
check "-o without a format takes the text" grep -q "all clear" only.txt
run check -o first.json --format json good.yaml
check "-o before a format takes it" grep -q '"format": 1' first.json
run check --format json -o one -o two good.yaml
check "an -o without a report exits 2" code_is 2
echo before >kept
run check --format json -o kept --target no-such-target good.yaml
check "when nothing can be checked the old file stays" is "$(cat kept)" before
check "and no other is left" is "$(ls | grep -c '^kept')" 1
finish
