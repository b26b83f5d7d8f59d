-- A text of notifications for each language (docs/masters.md#notification-templates). The switches of the English one decide
-- whether patients are told; those of another one, whether its text is sent in place of the English one.
alter table notification_template
  add column language text not null default 'en' check (language in ('en', 'hi', 'ar')),
  drop constraint notification_template_pkey,
  add primary key (client_id, event, language);
