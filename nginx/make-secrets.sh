#!/bin/sh
# Makes what the composition needs to know and nobody else may, as files in a directory: make-secrets.sh [directory].
# What is there already stays. A lost master_key makes every sealed value unreadable.
set -eu
umask 077
mkdir -p "${1:-secrets}"
cd "${1:-secrets}"

make() {
  if [ -e "$1" ]; then cat > /dev/null; else cat > "$1.new" && mv "$1.new" "$1"; fi
}

for name in master_key principal_secret jwt_secret cookie_secret; do openssl rand -base64 32 | make $name; done
for name in postgres_password database_password admin_password s3_secret_access_key; do openssl rand -hex 24 | make $name; done
printf agency | make s3_access_key_id
printf 'postgres://agency:%s@postgres:5432/agency' "$(cat database_password)" | make database_url
printf '{"identities":[{"name":"agency","credentials":[{"accessKey":"%s","secretKey":"%s"}],"actions":["Admin","Read","Write","List","Tagging"]}]}' \
  "$(cat s3_access_key_id)" "$(cat s3_secret_access_key)" | make s3_identities

# certificate SUBJECT DAYS [OPTION…]: a self-signed one with its key, P-256, in PEM.
certificate() {
  subject=$1
  days=$2
  shift 2
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days "$days" -subj "/CN=$subject" "$@" 2> /dev/null
}
[ -e seal_key ] || certificate 'Document seal' 3650 -keyout key.new -out certificate.new
[ -e seal_key ] || cat certificate.new key.new | make seal_key
# For a trial: put a certificate of an authority in their place.
[ -e tls_certificate ] || certificate staff.localhost 90 -addext 'subjectAltName=DNS:staff.localhost,DNS:client.localhost' \
  -keyout tls_certificate_key -out tls_certificate
rm -f key.new certificate.new
# Each container reads them as a user of its own; the directory is closed to others.
chmod 444 ./*
