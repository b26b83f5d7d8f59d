-- Whether the paper holds sums that need the right to all sales; a paper of visits may be without them.
alter table printed_paper add column has_sums boolean not null default true;
-- Pay-out looks for the first signatures of a month.
create index report_version_by_signature on report_version (client_id, created) where signed_hash <> '';
-- The monthly quality pack is kept as printed too.
alter table printed_paper drop constraint printed_paper_kind_check;
alter table printed_paper add constraint printed_paper_kind_check check (kind in ('sales', 'visits', 'quality'));
