import type { AnswerType } from '#domain/consent/question.ts'
import type { DemoCentre } from '../centres.ts'

/** A text in English and in the centre's second language. */
type Both = readonly [english: string, secondary: string]

interface DemoForm {
  name: Both
  questions: readonly { ques: Both; type: AnswerType; options?: Both }[]
}

const YES_NO_HI: Both = ['Yes|No', 'हाँ|नहीं']
const YES_NO_AR: Both = ['Yes|No', 'نعم|لا']

const IN_HINDI: readonly DemoForm[] = [
  {
    name: ['MRI safety questionnaire', 'एमआरआई सुरक्षा प्रश्नावली'],
    questions: [
      {
        ques: [
          'Do you have a pacemaker or another implant? *',
          'क्या आपके शरीर में पेसमेकर या कोई अन्य प्रत्यारोपण है? *',
        ],
        type: 'Single',
        options: YES_NO_HI,
      },
      {
        ques: ['Which of these do you have in or on your body?', 'इनमें से क्या आपके शरीर में या शरीर पर है?'],
        type: 'Multiple',
        options: ['Metal clips|Hearing aid|Dentures|Tattoo|None', 'धातु के क्लिप|श्रवण यंत्र|नकली दाँत|टैटू|कोई नहीं'],
      },
      {
        ques: ['Could you be pregnant? *', 'क्या आप गर्भवती हो सकती हैं? *'],
        type: 'Single',
        options: ['Yes|No|Does not apply', 'हाँ|नहीं|लागू नहीं'],
      },
      { ques: ['Earlier operations', 'पहले हुए ऑपरेशन'], type: 'Text' },
    ],
  },
  {
    name: ['Consent to iodinated contrast', 'आयोडीन युक्त कंट्रास्ट के लिए सहमति'],
    questions: [
      {
        ques: ['Are you allergic to any medicine or food? *', 'क्या आपको किसी दवा या भोजन से एलर्जी है? *'],
        type: 'Single',
        options: YES_NO_HI,
      },
      {
        ques: ['Which of these do you have?', 'इनमें से आपको क्या है?'],
        type: 'Multiple',
        options: [
          'Asthma|Diabetes|Kidney disease|Thyroid disease|None',
          'दमा|मधुमेह|गुर्दे की बीमारी|थायरॉइड की बीमारी|कोई नहीं',
        ],
      },
      {
        ques: [
          'The injection and its risks were explained to me, and I agree to it. *',
          'इंजेक्शन और उसके जोखिम मुझे समझाए गए हैं और मैं इसके लिए सहमत हूँ। *',
        ],
        type: 'Single',
        options: ['I agree|I do not agree', 'मैं सहमत हूँ|मैं सहमत नहीं हूँ'],
      },
      { ques: ['Medicines that you take now', 'अभी ली जा रही दवाएँ'], type: 'Text' },
    ],
  },
]

const IN_ARABIC: readonly DemoForm[] = [
  {
    name: ['MRI safety questionnaire', 'استبيان السلامة للتصوير بالرنين المغناطيسي'],
    questions: [
      {
        ques: [
          'Do you have a pacemaker or another implant? *',
          'هل لديك جهاز تنظيم ضربات القلب أو أي زرعة أخرى؟ *',
        ],
        type: 'Single',
        options: YES_NO_AR,
      },
      {
        ques: ['Which of these do you have in or on your body?', 'أي مما يلي يوجد في جسمك أو عليه؟'],
        type: 'Multiple',
        options: [
          'Metal clips|Hearing aid|Dentures|Tattoo|None',
          'مشابك معدنية|سماعة أذن|أسنان صناعية|وشم|لا شيء',
        ],
      },
      { ques: ['Earlier operations', 'العمليات السابقة'], type: 'Text' },
    ],
  },
  {
    name: ['Consent to iodinated contrast', 'الموافقة على حقن الصبغة اليودية'],
    questions: [
      {
        ques: ['Are you allergic to any medicine or food? *', 'هل لديك حساسية من أي دواء أو طعام؟ *'],
        type: 'Single',
        options: YES_NO_AR,
      },
      {
        ques: [
          'The injection and its risks were explained to me, and I agree to it. *',
          'تم شرح الحقنة ومخاطرها لي، وأوافق عليها. *',
        ],
        type: 'Single',
        options: ['I agree|I do not agree', 'أوافق|لا أوافق'],
      },
      { ques: ['Medicines that you take now', 'الأدوية التي تتناولها حاليا'], type: 'Text' },
    ],
  },
]

/** Consent forms of each centre for patients before an examination. */
export const CONSENT_FORMS: Readonly<Record<DemoCentre['key'], readonly DemoForm[]>> = {
  sanjeevani: IN_HINDI,
  alnoor: IN_ARABIC,
  platform: [],
}
