-- Unique keys of tenants lead with the client (STACK.md "tenants"). A secret of 256 random bits is one of its kind anyway;
-- it is found before its client is known by an index that promises nothing.
drop index share_link_by_secret;
create unique index share_link_by_secret on share_link (client_id, secret_hash);
create index share_link_secret on share_link (secret_hash);
drop index client_setting_xml_token;
create unique index client_setting_by_xml_token on client_setting (client_id, report_xml_receive_api_token_hash);
create index client_setting_xml_token on client_setting (report_xml_receive_api_token_hash);
