#!/bin/sh
# Run by the image's entry point: this release's files come beside those of the releases before, in the volume.
exec deploy-files.sh /srv/build "$FILES_DIRECTORY"
