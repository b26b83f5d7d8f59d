-- Whether what this client's people type (image servers, mail servers, gateways, partners) may lead into private
-- networks. The platform switches it on; the only client of an installation has it from the first.
alter table client add column reaches_private boolean not null default false;
update client set reaches_private = true
  where id <> '00000000-0000-7000-8000-000000000001'
    and (select count(*) from client where id <> '00000000-0000-7000-8000-000000000001' and hidden is null) = 1;
