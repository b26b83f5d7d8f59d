-- The revision at which a booking was last changed by its form: money that comes in and examinations that go on raise the
-- visit's revision too, and are no other edit of the booking (docs/decisions/111).
alter table visit add column booked_rev int not null default 0;
