#!/bin/sh
# Run by the image's entry point. A new container copies its release's files to the volume, beside those of earlier releases.
# A container that is only started again leaves the volume as it is: another release may have been deployed there since.
set -eu
known=$FILES_DIRECTORY/.containers
name=$(hostname)
if [ -f "$known/$name" ] && [ -f "$FILES_DIRECTORY/.releases/current" ]; then
  touch "$known/$name" 2> /dev/null || true
  exit 0
fi
deploy-files.sh /srv/build "$FILES_DIRECTORY"
mkdir -p "$known"
: > "$known/$name"
# shellcheck disable=SC2012 # Names of containers have no special characters.
(cd "$known" && ls -t | tail -n +51 | xargs rm -f)
