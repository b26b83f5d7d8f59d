/** The message for each rule of Form F's own. */
export interface FormFRuleWords {
  weeks: string
  identified: string
  referrer: string
  selfReasons: string
  otherProcedure: string
  otherBasis: string
  whichIndication: string
  otherInvasive: string
  otherTest: string
  witness: string
  doctor: string
  doctorUnknown: string
}

/** In the languages that the form comes in (docs/form-f.md#the-form); the server speaks English. */
export const FORM_F_RULE_WORDS: Readonly<Record<'en' | 'hi', FormFRuleWords>> = {
  en: {
    weeks: 'Enter the LMP date above, or the weeks of pregnancy.',
    identified: 'Say who identifies the woman.',
    referrer: 'Enter who referred her.',
    selfReasons: 'Enter the indications and reasons.',
    otherProcedure: 'Say which procedure.',
    otherBasis: 'Say which basis.',
    whichIndication: 'Say which disease or indication.',
    otherInvasive: 'Say which procedure.',
    otherTest: 'Say which test.',
    witness: 'Enter the name of the witness.',
    doctor: 'Choose the doctor who signs.',
    doctorUnknown: 'This doctor is not on the PC-PNDT registration of the branch.',
  },
  hi: {
    weeks: 'ऊपर अंतिम माहवारी की तारीख भरें, या गर्भ के सप्ताह लिखें।',
    identified: 'लिखें कि महिला की पहचान कौन कर रहा है।',
    referrer: 'लिखें कि महिला को किसने भेजा।',
    selfReasons: 'संकेत और कारण लिखें।',
    otherProcedure: 'लिखें कि कौन सी प्रक्रिया।',
    otherBasis: 'लिखें कि कौन सा आधार।',
    whichIndication: 'लिखें कि कौन सी बीमारी या कौन सा संकेत।',
    otherInvasive: 'लिखें कि कौन सी प्रक्रिया।',
    otherTest: 'लिखें कि कौन सी जाँच।',
    witness: 'गवाह का नाम लिखें।',
    doctor: 'हस्ताक्षर करने वाले डॉक्टर को चुनें।',
    doctorUnknown: 'यह डॉक्टर शाखा के PC-PNDT पंजीकरण में नहीं हैं।',
  },
}
