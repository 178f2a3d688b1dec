#!/bin/sh
# Waits for the run of a workflow for this commit of main, and fails if that fails: await-run.sh <workflow>
set -eu

for _ in $(seq 40); do
  run=$(gh run list --workflow "$1" --commit "$GITHUB_SHA" --event push --limit 1 --json databaseId --jq '.[0].databaseId // empty')
  if [ -n "$run" ]; then
    gh run watch "$run" --exit-status --interval 30 > /dev/null || { echo "$1 failed for $GITHUB_SHA" >&2; exit 1; }
    exit 0
  fi
  sleep 15
done
echo "$1 has no run for $GITHUB_SHA" >&2
exit 1
