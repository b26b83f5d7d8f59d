-- How a client's reports go out by HL7 (docs/decisions/311).
alter table client_setting
  add column hl7_charset_out text not null default 'UNICODE UTF-8',
  -- The authority that gives this client's patient and accession numbers (PID-3.4, OBR-3.2).
  add column hl7_authority text not null default '',
  -- One observation a section, or one a line for receivers that know no line breaks inside of a field.
  add column hl7_report_text text not null default 'Sections' check (hl7_report_text in ('Sections', 'Lines'));
