-- Key images of a booklet are files of their study.
alter table file drop constraint file_purpose_check;
alter table file add constraint file_purpose_check
  check (purpose in ('report_image', 'letterhead', 'signature', 'photo', 'document', 'booklet_image'));
