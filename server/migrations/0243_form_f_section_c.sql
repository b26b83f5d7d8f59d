-- Form F, section C (docs/form-f.md#section-c): services that are an invasive procedure in a pregnancy.
alter table service add column is_invasive boolean not null default false;

-- As it was when the examination was last started or its scan begun at a branch where Form F applies; null before that.
alter table visit_service add column pndt_invasive boolean;
