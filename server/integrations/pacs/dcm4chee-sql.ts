/**
 * One page of the index of dcm4chee-arc-light, in an order that late studies do not change.
 * Omits rejected and empty studies (rejection_state 2 and 3). $1 and $2: first and last day YYYYMMDD or empty, $3: a
 * modality or empty, $4: limit, $5: offset, $6: a study UID or empty.
 * Reads counts from study_query_attrs if the archive has calculated them, otherwise counts them.
 */
export const STUDIES_SQL = `
select s.study_iuid, s.study_date, s.study_time, s.accession_no, s.study_desc,
  i.pat_id, p.pat_birthdate, p.pat_sex,
  n.alphabetic_name as pat_name, n.ideographic_name as pat_name_ideographic, n.phonetic_name as pat_name_phonetic,
  r.alphabetic_name as ref_physician,
  coalesce(e.modalities, '{}') as modalities, e.sending_aet,
  coalesce(q.num_instances, c.images, 0)::int as images
from study s
join patient p on p.pk = s.patient_fk
left join person_name n on n.pk = p.pat_name_fk
left join person_name r on r.pk = s.ref_phys_name_fk
left join lateral (
  select pat_id from patient_id where patient_fk = p.pk order by pk limit 1) i on true
left join lateral (
  select array_agg(distinct modality::text) as modalities, (array_agg(sending_aet order by pk))[1] as sending_aet
  from series where study_fk = s.pk and rejection_state in (0, 1)) e on true
left join lateral (
  select num_instances from study_query_attrs where study_fk = s.pk and num_instances is not null
  order by num_instances desc limit 1) q on true
left join lateral (
  select count(*) as images from instance join series on series.pk = instance.series_fk
  where series.study_fk = s.pk and q.num_instances is null) c on true
where s.rejection_state in (0, 1) and ($1 = '' or s.study_date >= $1 and s.study_date <> '*')
  and ($2 = '' or s.study_date <= $2 and s.study_date <> '*')
  and ($3 = '' or $3 = any (e.modalities)) and ($6 = '' or s.study_iuid = $6)
order by s.pk
limit $4 offset $5`

/** The series of one study ($1: its UID). */
export const SERIES_SQL = `
select e.series_iuid, e.series_no, e.modality, e.body_part, e.series_desc, e.pps_start_date, e.pps_start_time,
  (select count(*) from instance where series_fk = e.pk)::int as images
from series e join study s on s.pk = e.study_fk
where s.study_iuid = $1 and s.rejection_state in (0, 1) and e.rejection_state in (0, 1)
order by e.series_no nulls last, e.pk
limit 1000`

/** The senders of the latest series only, because all of them would require a scan of a large table. */
export const SENDERS_SQL = `
select distinct sending_aet from (
  select sending_aet from series where rejection_state in (0, 1) order by pk desc limit 20000) latest
where sending_aet is not null and sending_aet not in ('', '*')
limit 500`
