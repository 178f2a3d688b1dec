#!/bin/sh
# Deploys a build of admin-app, portal-app or shared-ui to the directory of its file server:
#
#   deploy-files.sh <build or artefact.tar.gz> <target>
#
# The order keeps each release complete while files change:
# 1. Files with a hash in their name (assets/) are added, never overwritten, so that open tabs still find theirs.
# 2. Files with a fixed name are replaced, each by an atomic rename.
# 3. index.html and remoteEntry.js, which refer to all others, are replaced last.
# An interrupted run leaves the former release in place. Repeat the run to finish it. To roll back, deploy the older
# artefact.
#
# Assets are deleted DEPLOY_KEEP_DAYS (30) after the last release that contains them was replaced. POSIX sh and busybox.
set -eu
export LC_ALL=C
umask 022

[ $# -eq 2 ] || { echo "usage: $0 <build or artefact.tar.gz> <target>" >&2; exit 2; }
keep_days=${DEPLOY_KEEP_DAYS:-30}

fail() {
  echo "deploy-files: $1" >&2
  exit 1
}

[ -e "$1" ] || fail "$1 is not there"
mkdir -p "$2/assets" "$2/.releases"
target=$(cd "$2" && pwd)

# A server that runs as another user must be able to change what root has deployed.
give_back() {
  [ "$(id -u)" != 0 ] || chown -R "$(stat -c %u:%g "$target")" "$target"
}

# Concurrent runs wait for each other. The lock ends with the process. It is only read, since another user may have made it.
[ -e "$target/.releases/lock" ] || : > "$target/.releases/lock"
give_back
exec 9< "$target/.releases/lock"
flock 9

# On the file system of the target, so that a rename is atomic. Removes the rest of a killed run first.
work=$target/.releases/incoming
rm -rf "$work"
mkdir "$work"
trap 'rm -rf "$work"; give_back' EXIT
trap 'exit 1' HUP INT TERM

build=$1
if [ -f "$build" ]; then
  artefact=$(basename "$build")
  if [ -f "$build.sha256" ]; then
    (cd "$(dirname "$build")" && sha256sum -c "$artefact.sha256" > /dev/null 2>&1) || fail "$artefact does not match its .sha256"
  fi
  mkdir "$work/build"
  tar -xzf "$build" -C "$work/build" || fail "$artefact cannot be unpacked"
  build=$work/build
fi
build=$(cd "$build" && pwd)
[ -f "$build/index.html" ] || [ -f "$build/remoteEntry.js" ] || fail "$1 is not a build: it has neither index.html nor remoteEntry.js"

# Metadata of a build (dot files, the stamp of scripts/build.ts) is not served.
(cd "$build" && find . -type f ! -path './.*' ! -name built-from.sha256 | sed 's|^\./||' | sort) > "$work/files"
grep '^assets/' "$work/files" > "$work/assets" || fail "$1 has no assets"
{
  grep -v -e '^assets/' -e '^index\.html' -e '^remoteEntry\.js' "$work/files" || true
  # Compressed copies before their originals.
  grep -e '^index\.html' -e '^remoteEntry\.js' "$work/files" | sort -r
} > "$work/stable"

# Checked before anything changes: a name with a hash always has the same content. Compressed copies may differ by the
# program that made them.
while read -r file; do
  case $file in *.gz | *.br) continue ;; esac
  if [ -e "$target/$file" ] && ! cmp -s "$build/$file" "$target/$file"; then
    fail "$file is already deployed with other content"
  fi
done < "$work/assets"

# Copied, then renamed, so that no file is served incomplete.
mkdir "$work/new"
cp -R "$build/assets" "$work/new/"
chmod -R u=rwX,go=rX "$work/new"
while read -r file; do
  [ ! -e "$target/$file" ] || echo "$file"
done < "$work/assets" > "$work/there"
(cd "$work/new" && xargs rm -f) < "$work/there"
(cd "$work/new" && find assets -depth -type d) | while read -r folder; do
  mkdir -p "$target/$folder"
  # Its subfolders are done, and empty.
  find "$work/new/$folder" -mindepth 1 -type d -exec rm -rf {} +
  [ -z "$(ls "$work/new/$folder")" ] || mv -f "$work/new/$folder"/* "$target/$folder/"
done

place() {
  [ -d "$target/${1%/*}" ] || [ "${1%/*}" = "$1" ] || mkdir -p "$target/${1%/*}"
  cp "$build/$1" "$work/next"
  chmod u=rw,go=r "$work/next"
  mv -f "$work/next" "$target/$1"
}

# The former release was in use until now, so its days count from now.
if [ -f "$target/.releases/current" ]; then
  touch "$target/.releases/$(cat "$target/.releases/current")"
fi
release=$(sha256sum < "$work/files" | cut -c 1-16)
cp "$work/assets" "$work/next"
mv -f "$work/next" "$target/.releases/$release"

while read -r file; do
  if [ ! -e "$target/$file" ]; then
    place "$file"
  elif ! cmp -s "$build/$file" "$target/$file"; then
    # nginx distinguishes versions of a file by the second of their change and the size.
    [ "$(date -r "$target/$file" +%s)" -lt "$(date +%s)" ] || sleep 1
    place "$file"
  fi
done < "$work/stable"
# A compressed copy of the former release would be served in place of this release's file.
while read -r file; do
  for copy in "$file.gz" "$file.br"; do
    [ -e "$build/$copy" ] || rm -f "$target/$copy"
  done
done < "$work/stable"

echo "$release" > "$work/next"
mv -f "$work/next" "$target/.releases/current"

find "$target/.releases" -type f ! -name lock ! -name current ! -name "$release" -mtime +"$keep_days" -exec rm -f {} +
find "$target/.releases" -type f ! -path "$work/*" ! -name lock ! -name current -exec cat {} + | sort -u > "$work/named"
(cd "$target" && find assets -type f -mtime +"$keep_days") | sort > "$work/old"
grep -vxF -f "$work/named" "$work/old" > "$work/gone" || true
while read -r file; do
  rm -f "$target/$file"
done < "$work/gone"
find "$target/assets" -mindepth 1 -type d -empty -exec rmdir {} + 2> /dev/null || true
