#!/bin/sh
# Gives the services of a part another image, one after the other, each once the one before is healthy; run on the
# machine of the composition, by .github/workflows/_deploy.yml:
#
#   sh -s -- <directory of docker-compose.yml> <image by digest> '<service> <service> …' < roll.sh
#
# Which image a service runs is kept in releases/<service>.yml, and every call of compose there needs all of these
# (COMPOSE_FILE). A replica that does not become healthy gets its former image again and ends the roll; the others still
# run what they ran.
set -eu

[ $# -eq 3 ] || { echo 'usage: roll.sh <directory> <image> "<service> …"' >&2; exit 2; }
cd "$1"
image=$2

mkdir -p releases

compose() {
  COMPOSE_FILE=docker-compose.yml
  for named in releases/*.yml; do
    [ ! -f "$named" ] || COMPOSE_FILE=$COMPOSE_FILE:$named
  done
  export COMPOSE_FILE
  docker compose "$@"
}

start() {
  compose up --detach --no-deps --no-build --wait --wait-timeout 120 "$1"
}

for service in $3; do
  file=releases/$service.yml
  rm -f "$file.before"
  [ ! -f "$file" ] || cp "$file" "$file.before"
  # An image by its digest, in place of a build.
  printf 'services:\n  %s:\n    image: %s\n    build: !reset null\n' "$service" "$image" > "$file.next"
  mv "$file.next" "$file"
  if compose pull --quiet "$service" && start "$service"; then
    echo "$service runs $image"
    continue
  fi
  echo "$service did not become healthy with $image" >&2
  if [ -f "$file.before" ]; then
    mv "$file.before" "$file"
    start "$service"
  fi
  exit 1
done
