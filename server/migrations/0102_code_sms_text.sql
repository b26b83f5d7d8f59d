-- The SMS of a one-time code: the client's own text, and what Indian carriers have of it (DLT).
alter table client_setting
  -- Blank is the built-in text.
  add column otp_sms text not null default '',
  add column otp_dlt_entity_id text not null default '',
  add column otp_dlt_header text not null default '',
  add column otp_dlt_template_id text not null default '',
  -- The text as the carriers have it, with {#var#} where it may differ.
  add column otp_dlt_text text not null default '';
