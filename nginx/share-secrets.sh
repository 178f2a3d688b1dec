#!/bin/sh
# Run by the composition before anything else: makes the secrets that are missing in /secrets, and copies to the volume
# of each service those that it reads, and no other. Run again after a secret was replaced.
set -eu
sh /make/make-secrets.sh /secrets

# share SERVICE NAME…: whoever reads a file sees all of the old or all of the new content.
share() {
  volume=/share/$1
  shift
  for name; do
    cp "/secrets/$name" "$volume/$name.new"
    chmod 444 "$volume/$name.new"
    mv -f "$volume/$name.new" "$volume/$name"
  done
}
share router tls_certificate tls_certificate_key
share bff principal_secret jwt_secret cookie_secret
share core database_url master_key seal_key principal_secret admin_password
share database postgres_password database_password
