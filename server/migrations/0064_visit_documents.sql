-- Documents of a visit are files of their own kind: who may see the visit may see them.
alter table file drop constraint file_purpose_check;
alter table file add constraint file_purpose_check check (purpose in ('report_image', 'letterhead', 'signature',
  'photo', 'document', 'visit_document', 'booklet_image', 'logo', 'bodypart_photo', 'que_banner', 'booklet_cover',
  'template_word'));
