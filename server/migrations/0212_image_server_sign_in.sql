-- How this server signs in at an image server (docs/decisions/334): by user and password, by a token of OAuth2 client
-- credentials, or not at all; and, beside either, by a client certificate. An authority of the house is trusted where one is named.

alter table pacs
  add column auth_kind text not null default 'Basic' check (auth_kind in ('Basic', 'OAuth2', 'None')),
  add column oauth_token_url text not null default '',
  add column oauth_client_id text not null default '',
  -- Sealed, as the passwords are.
  add column oauth_client_secret text not null default '',
  add column oauth_scope text not null default '',
  add column oauth_client_auth text not null default 'client_secret_basic'
    check (oauth_client_auth in ('client_secret_basic', 'client_secret_post')),
  -- PEM: the client's own certificate first, its chain after it.
  add column client_certificate text not null default '',
  -- Sealed.
  add column client_key text not null default '',
  -- SHA-256 of the key's public half: a new certificate is held against it without opening the key.
  add column client_key_print text not null default '',
  add column server_ca text not null default '',
  -- Read from the certificate when it was saved.
  add column client_certificate_subject text not null default '',
  add column client_certificate_expires timestamptz(3);

create or replace function entry.clients_with_plain_secrets() returns table (client_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.client_id from public.pacs p
    where exists (select from unnest(array[p.db_password, p.token_auth_pwd, p.oauth_client_secret, p.client_key]) s
      where s <> '' and not s ^@ '$sealed$1$')
  union
  select b.client_id from public.branch b
    where exists (select from unnest(array[b.report_send_hl7_pwd, b.thirdparty_report_pwd, b.machine_communication_pwd,
      b.lab_service_send_api_pwd]) s where s <> '' and not s ^@ '$sealed$1$')
  union
  select c.client_id from public.client_setting c
    where exists (select from unnest(array[c.thirdparty_report_pwd, c.report_xml_send_api_token, c.smtp_password,
      c.sms_password, c.whatsapp_token, c.whatsapp_app_secret, c.whatsapp_verify_token]) s
      where s <> '' and not s ^@ '$sealed$1$')
$$;
