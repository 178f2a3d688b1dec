#!/bin/sh
# Run once by PostgreSQL's image, on an empty volume: a role for core-api that owns one database and nothing else.
set -eu
psql --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres \
  --set password="$(cat "$DATABASE_PASSWORD_FILE")" << 'SQL'
CREATE ROLE agency LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'password';
CREATE DATABASE agency OWNER agency;
REVOKE ALL ON DATABASE agency FROM PUBLIC;
SQL
