-- The PDF of a report goes along by the HL7 connection of a branch (docs/decisions/325).
alter table branch
  add column report_send_hl7_pdf int not null default 0 check (report_send_hl7_pdf in (0, 1));

-- What a report that was taken went out without, in words.
alter table report_dispatch add column note text not null default '';
