#!/bin/sh
# Run by the image's entry point: copies this release's files to the volume, beside those of earlier releases.
exec deploy-files.sh /srv/build "$FILES_DIRECTORY"
