-- Branches where a machine stood before: examinations that are booked with it there are found by its stays
-- (docs/decisions/360-a-worklist-is-read-from-the-stays-of-machines.md).
alter table machine add column stood_at uuid[] not null default '{}';
