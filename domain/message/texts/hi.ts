import { isolated } from '../../language/isolated.ts'
import { pluralIn } from '../../language/plural.ts'
import type { NotificationTexts } from '../notification.ts'
import type { MessageTexts } from './en.ts'

const plural = pluralIn('hi')
const count = (n: number, one: string, other: string) =>
  plural(n, { one: `${n} ${one}`, other: `${n} ${other}` })

const letter = (subject: string, sentence: string): NotificationTexts => ({
  subject: `%CLIENT_NAME%: ${subject}`,
  body: `प्रिय %NAME%,\n\n${sentence}\n\n%BRANCH_NAME%\n%BRANCH_CONTACT_NO%`,
  sms: `प्रिय %NAME%, ${sentence.replaceAll('\n', ' ')} %BRANCH_NAME% %BRANCH_CONTACT_NO%`,
})

export const HINDI_TEXTS: MessageTexts = {
  notifications: {
    Apointment_Request: letter(
      'आपका अनुरोध मिल गया है',
      'हमें %SERVICE% के लिए आपका अनुरोध मिल गया है। समय तय करने के लिए हम आपको फ़ोन करेंगे।',
    ),
    Apointment_Booking: letter('आपका अपॉइंटमेंट', '%SERVICE% के लिए आपका अपॉइंटमेंट तय हो गया है: %VISIT_DATE%।'),
    Appointment_Reminder: letter(
      'आपके अपॉइंटमेंट का समय निकट है',
      'हम आपको %SERVICE% के लिए आपके अपॉइंटमेंट की याद दिलाना चाहते हैं: %VISIT_DATE%।',
    ),
    Apointment_Cancel: letter(
      'आपका अपॉइंटमेंट रद्द हो गया है',
      '%SERVICE% के लिए आपका अपॉइंटमेंट (%VISIT_DATE%) रद्द हो गया है। नए अपॉइंटमेंट के लिए हमें फ़ोन करें।',
    ),
    Apointment_Reschedule: letter(
      'आपके अपॉइंटमेंट का समय बदल गया है',
      '%SERVICE% के लिए आपके अपॉइंटमेंट का नया समय है: %VISIT_DATE%।',
    ),
    Apointment_Confirm: letter(
      'आपके अपॉइंटमेंट की पुष्टि हो गई है',
      '%SERVICE% के लिए आपके अपॉइंटमेंट (%VISIT_DATE%) की पुष्टि हो गई है।',
    ),
    Pending_Payment_Reminder: letter(
      'एक भुगतान बाकी है',
      'आपकी विज़िट (%VISIT_DATE%) का भुगतान अभी बाकी है। कृपया हमारे काउंटर पर भुगतान करें।',
    ),
    Report_Sign: letter(
      'आपकी रिपोर्ट लिखी जा चुकी है',
      'आपकी जाँच %SERVICE% की रिपोर्ट पर %RADIOLOGIST% ने हस्ताक्षर कर दिए हैं (%SIGNED_DATE%)।\nआपके परिणाम: %PAT_LOGIN_URL%',
    ),
    Report_Verify: letter(
      'आपकी रिपोर्ट तैयार है',
      'आपकी जाँच %SERVICE% की रिपोर्ट तैयार है।\nआपके परिणाम: %PAT_LOGIN_URL%',
    ),
    Follow_Up_Due: letter(
      'एक जाँच का समय आ रहा है',
      'आपकी अगली जाँच %SERVICE% का समय है: %DUE_DATE%। अपॉइंटमेंट के लिए कृपया हमें फ़ोन करें।',
    ),
  },
  share: {
    pat_viewer_share_content:
      'प्रिय %PATIENT_NAME%, आपकी जाँच %STUDY_DESCRIPTION% की तस्वीरें तैयार हैं: %VIEWER_URL%',
    pat_viewer_share_content_with_report:
      'प्रिय %PATIENT_NAME%, आपकी जाँच %STUDY_DESCRIPTION% की तस्वीरें और रिपोर्ट तैयार हैं: %REPORT_URL%',
    pat_login_share_content:
      'प्रिय %PATIENT_NAME%, आपके परिणाम यहाँ हैं: %LOGIN_URL%\nयूज़र नाम: %USERNAME%\nएक्सेस कोड: %PASSWORD%',
    pat_print_login_share_content:
      'आपके परिणाम\n%PATIENT_NAME%\nकोड स्कैन करें या यह पता खोलें: %LOGIN_URL%\nयूज़र नाम: %USERNAME%\nएक्सेस कोड: %PASSWORD%',
  },
  subjects: { study: 'आपकी जाँच', access: 'आपके परिणाम देखने के लिए' },
  consent: {
    subject: (centre) => `${isolated(centre)} में आपकी विज़िट के लिए एक फ़ॉर्म`,
    text: (centre, url) =>
      `${isolated(centre)} का अनुरोध है कि आप अपनी विज़िट से पहले एक फ़ॉर्म पढ़ें और उस पर हस्ताक्षर करें। इसे यहाँ खोलें: ${url}`,
    paper: (form, centre) =>
      `${isolated(centre)}\n\n${isolated(form)}\n\nइस कोड को अपने फ़ोन के कैमरे से स्कैन करें, फ़ॉर्म पढ़ें और वहीं हस्ताक्षर करें।`,
  },
  reportLater: 'धन्यवाद। आपकी रिपोर्ट अभी जारी नहीं हुई है। जारी होते ही उसका लिंक यहाँ आएगा।',
  values: {
    gender: { Male: 'पुरुष', Female: 'महिला' },
    age: ({ years, months, days }) => {
      if (years > 0) return count(years, 'वर्ष', 'वर्ष')
      return months > 0 ? count(months, 'महीना', 'महीने') : count(days, 'दिन', 'दिन')
    },
  },
}
