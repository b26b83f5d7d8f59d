import { type RawBuilder, sql } from 'kysely'
import { PLATFORM_CLIENT_ID } from '#domain/access/platform.ts'
import type { MasterFault } from '#domain/masters/master-faults.ts'

/** Returns a query for the names of the records with a fault; it begins with `select ... as name`. */
type FaultQuery = (clientId: string) => RawBuilder<{ name: string }>

const HAS_NO_PRICE = sql`s.charges = 0
  and not exists (select from jsonb_each_text(s.branches) c where c.value::numeric > 0)
  and not exists (select from jsonb_each_text(s.branch_charges) c where c.value::numeric > 0)`

const unpriced =
  (isRadiology: boolean): FaultQuery =>
  (clientId) =>
    sql`select s.name from service s
    join department d on d.client_id = ${PLATFORM_CLIENT_ID} and d.id = s.department_id and d.isradiology = ${isRadiology}
    where s.client_id = ${clientId} and s.hidden is null and s.active and s.type = 'Exam_Service' and ${HAS_NO_PRICE}`

/** One query per fault. A new fault does not compile without an entry here. */
export const FAULT_QUERIES: Record<MasterFault, FaultQuery> = {
  titles_twice: (
    clientId,
  ) => sql`select upper(trim(title)) || ': ' || string_agg(b.name, ', ' order by b.name) as name
    from branch b cross join lateral (select distinct upper(trim(t)) as title from unnest(b.aet_sources) t) of_branch
    where b.client_id = ${clientId} and b.hidden is null and title <> ''
    group by title having count(*) > 1`,
  empty_packages: (clientId) => sql`select p.name from package p
    where p.client_id = ${clientId} and p.hidden is null and p.active
      and not exists (select from package_service s where s.client_id = p.client_id and s.package_id = p.id)`,
  mixed_packages: (clientId) => sql`select p.name from package p
    where p.client_id = ${clientId} and p.hidden is null and p.active and exists (
      select from package_service i
      join service s on s.client_id = i.client_id and s.id = i.service_id
      join department d on d.client_id = ${PLATFORM_CLIENT_ID} and d.id = s.department_id
      where i.client_id = p.client_id and i.package_id = p.id and d.isradiology <> p.is_radiology)`,
  codes_twice: (
    clientId,
  ) => sql`select min(trim(s.code)) || ': ' || string_agg(s.name, ', ' order by s.name) as name
    from service s where s.client_id = ${clientId} and s.hidden is null and trim(s.code) <> ''
    group by lower(trim(s.code)) having count(*) > 1`,
  unpriced_services: unpriced(true),
  unpriced_clinical_services: unpriced(false),
  tags_twice: (clientId) => sql`select min(t.name) as name from study_tag t
    where t.client_id = ${clientId} and t.hidden is null group by lower(trim(t.name)) having count(*) > 1`,
  no_machine: (clientId) => sql`select b.name from branch b
    where b.client_id = ${clientId} and b.hidden is null and b.active and not exists (
      select from machine m where m.client_id = b.client_id and m.branch_id = b.id and m.hidden is null and m.active)`,
  out_of_codes: (clientId) => sql`select u.name from app_user u
    join client c on c.id = u.client_id and c.otp_rule <> 'Off'
    where u.client_id = ${clientId} and u.user_type = 'CLIENT' and u.active and u.hidden is null and u.username <> ''
      and u.email = '' and (c.otp_channel <> 'S' or u.mobile = '')`,
}
