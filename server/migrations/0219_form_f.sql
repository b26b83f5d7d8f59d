-- PC-PNDT Act (India), per branch: whether Form F applies, and the number that the branch is registered under.
alter table branch
  add column pndt_applies boolean not null default false,
  add column pndt_registration_no text not null default '';

-- Services that are an ultrasound of a pregnancy: Form F is kept for them (docs/form-f.md).
alter table service add column is_obstetric boolean not null default false;
