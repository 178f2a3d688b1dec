#!/bin/sh
# Creates the secrets of the composition as files in a directory: make-secrets.sh [directory]. Existing files are kept,
# except empty ones. Without master_key no encrypted value can be read.
set -eu
umask 077
mkdir -p "${1:-secrets}"
cd "${1:-secrets}"
# The files are readable by every user, so the directory must be closed, even if it existed before.
chmod 700 .

fail() {
  echo "make-secrets: $1" >&2
  exit 1
}

# In a container a link leads to the container's own files.
for file in ./*; do
  if [ -L "$file" ] && [ ! -e "$file" ]; then
    fail "${file#./} is a link to $(readlink "$file"), which cannot be read from here: put the file itself in its place"
  fi
  if [ -d "$file" ] || { [ -e "$file" ] && [ ! -r "$file" ]; }; then fail "${file#./} is not a readable file"; fi
done

make() {
  if [ -s "$1" ]; then cat > /dev/null; else cat > "$1.new" && [ -s "$1.new" ] && mv -f "$1.new" "$1"; fi
}

# together ONE OTHER…: these files belong together. If one exists without another, one was lost or replaced.
together() {
  one=$1
  shift
  for other; do
    [ ! -s "$one" ] || [ -s "$other" ] || fail "$one exists without $other: restore $other, or remove $one too"
  done
}
together database_url database_password
together tls_certificate tls_certificate_key
together tls_certificate_key tls_certificate

for name in master_key principal_secret jwt_secret cookie_secret; do openssl rand -base64 32 | make $name; done
for name in postgres_password database_password admin_password; do openssl rand -hex 24 | make $name; done
printf 'postgres://agency:%s@postgres:5432/agency' "$(cat database_password)" | make database_url

# certificate SUBJECT DAYS [OPTION…]: creates a self-signed certificate and its key, P-256, in PEM.
certificate() {
  subject=$1
  days=$2
  shift 2
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days "$days" -subj "/CN=$subject" \
    -keyout key.new -out certificate.new "$@" 2> /dev/null || fail "openssl could not create a certificate for $subject"
}
if [ ! -s seal_key ]; then
  certificate 'Document seal' 3650
  cat certificate.new key.new | make seal_key
fi
# For a trial. Replace it with a certificate of a certificate authority.
if [ ! -s tls_certificate ]; then
  certificate staff.localhost 90 -addext 'subjectAltName=DNS:staff.localhost,DNS:client.localhost'
  mv -f key.new tls_certificate_key
  mv -f certificate.new tls_certificate
fi
rm -f ./*.new
# Keys that only decrypt, separated by commas: docs/keys.md.
[ -e master_key_previous ] || : > master_key_previous

# The router would not start with them, or would serve what no browser accepts.
openssl x509 -in tls_certificate -noout 2> /dev/null || fail 'tls_certificate is not a certificate in PEM'
openssl pkey -in tls_certificate_key -passin pass: -noout 2> /dev/null ||
  fail 'tls_certificate_key is not a private key in PEM, without a passphrase'
[ "$(openssl x509 -in tls_certificate -noout -pubkey)" = "$(openssl pkey -in tls_certificate_key -pubout)" ] ||
  fail 'tls_certificate and tls_certificate_key do not belong together'
openssl x509 -in tls_certificate -noout -checkend 0 > /dev/null ||
  echo "make-secrets: tls_certificate expired on $(openssl x509 -in tls_certificate -noout -enddate | cut -d= -f2): replace it" >&2
# Each container reads them as another user. The directory is closed to others.
chmod 444 ./*
