-- The monthly quality pack is kept as printed too.
alter table printed_paper drop constraint printed_paper_kind_check;
alter table printed_paper add constraint printed_paper_kind_check check (kind in ('sales', 'visits', 'quality'));
