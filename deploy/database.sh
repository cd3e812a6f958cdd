#!/bin/sh
# The role and the database of the servers, when PostgreSQL starts for the first time.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$FARM_PASSWORD" --username postgres <<'SQL'
create role farm login createrole password :'password';
create database farm owner farm encoding 'UTF8' template template0;
\connect farm
alter function texticlike(text, text) leakproof;
SQL
