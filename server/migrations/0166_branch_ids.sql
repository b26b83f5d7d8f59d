-- What the law of the place wants on an invoice, as it is written there: GSTIN, VAT number, registration of the company.
alter table branch
  add column tax_no text not null default '',
  add column company_no text not null default '';
