-- Old notifications meet the checks of 0245: they are read without keeping anybody from writing (CONTRIBUTING.md).
alter table notification validate constraint notification_kind_check;
alter table notification validate constraint notification_subject_type_check;
