#!/bin/sh
# Run first by the composition: creates missing secrets in /secrets, and copies to the volume of each service only those
# that it reads. Run it again after a secret was replaced.
set -eu
sh /make/make-secrets.sh /secrets

# share SERVICE NAME…: copies files by an atomic rename, so that a reader gets either the old or the new content.
share() {
  volume=/share/$1
  shift
  for name; do
    cp "/secrets/$name" "$volume/$name.new"
    chmod 444 "$volume/$name.new"
    mv -f "$volume/$name.new" "$volume/$name"
  done
}
# An issued certificate stays.
{ [ -n "${ACME_EMAIL:-}" ] && [ -s /share/router/tls_certificate ]; } ||
share router tls_certificate tls_certificate_key
share bff principal_secret jwt_secret cookie_secret
share core database_url master_key master_key_previous seal_key principal_secret admin_password
share database postgres_password database_password

# The user of certificates/Dockerfile.
chown 1000:1000 /share/router /share/acme /share/challenges
