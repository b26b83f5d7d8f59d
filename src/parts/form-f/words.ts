/** Words of Form F (docs/form-f.md). */
export const FORM_F_WORDS = {
  notAWoman: 'Form F is for a pregnant woman; this patient is not registered as female.',
  noDoctors:
    'The branch names no doctor of its PC-PNDT registration. An administrator enters them under Masters, Branches.',
  language:
    'The woman reads this part, or it is read to her, in a language that she understands. It is in English and in Hindi: switch at the top of the form. To use another language in place of Hindi, an administrator writes it under Masters, Consent Forms.',
  lawyer:
    'This is not legal advice: have this form checked by your lawyer. Form F is signed at the centre, by the woman and by a doctor of the registration, before the scan.',
} as const
