-- Versions that were kept before they named what was signed: those whose text is the signed one of their report.
update report_version v set signed_hash = r.signed_hash
from report r
where r.client_id = v.client_id and r.id = v.report_id and v.signed_hash = '' and r.signed_hash <> ''
  and v.status in ('Signed', 'Verified')
  and (v.report_data, v.conclusion, v.recommendation) = (r.report_data, r.conclusion, r.recommendation);
