/*
 * The woman's part of Form F in Hindi: its name, its questions and their options, in the order of form-f.ts.
 *
 * Why: she declares in a language that she understands (rule 5 of the Rules of 1996 says so of her consent), and the
 * languages are English, Hindi and that of the region. Where from: translated for Readroom, not copied from the Hindi
 * text of the gazette, and not read by a native speaker yet: a centre has it checked with the form (docs/form-f.md).
 */

/** The name of the part. */
export const WOMAN_NAME_HINDI = 'प्रपत्र F (PC-PNDT) 1: गर्भवती महिला'

/** By the names of the fields. */
export const WOMAN_HINDI = {
  age: { ques: 'आयु, वर्षों में (A 3) *' },
  sons: { ques: 'जीवित पुत्रों की संख्या और प्रत्येक की आयु (A 4 a) *' },
  daughters: { ques: 'जीवित पुत्रियों की संख्या और प्रत्येक की आयु (A 4 b) *' },
  relative: { ques: 'पति या पिता का नाम (A 5) *' },
  address: { ques: 'पूरा डाक पता (A 6) *' },
  phone: { ques: 'संपर्क नंबर, यदि हो (A 6)' },
  weeks: { ques: 'गर्भ के सप्ताह, यदि अंतिम माहवारी की तारीख ज्ञात न हो (A 8)' },
  womanDeclares: {
    ques: 'मैं घोषणा करती हूँ कि अल्ट्रासाउंड / प्रसव पूर्व निदान जाँच या प्रक्रिया कराकर मैं अपने भ्रूण का लिंग नहीं जानना चाहती (D)। *',
    options: ['मैं यह घोषणा करती हूँ'],
  },
  identified: {
    ques: 'अंगूठे के निशान की स्थिति में: महिला की पहचान करने वाले की आयु, लिंग, संबंध, पता और संपर्क नंबर (D)',
  },
} as const
