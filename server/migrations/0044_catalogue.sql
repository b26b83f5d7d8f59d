-- Departments, services, packages and commissions.

-- A referrer's patients may pay a price of their own without a rate of its own: the usual rate holds then.
alter table ref_dr_commission_service
  alter column charges drop not null,
  add check (charges is not null or service_charges is not null);

-- Where is a service sold or paid for: asked before it is deleted.
create index package_service_by_service on package_service (client_id, service_id);
create index ref_dr_commission_service_by_service on ref_dr_commission_service (client_id, service_id);
create index ref_dr_commission_department_by_department on ref_dr_commission_department (client_id, department_id);
