import { isolated } from '../../language/isolated.ts'
import { pluralIn } from '../../language/plural.ts'
import type { NotificationTexts } from '../notification.ts'
import type { MessageTexts } from './en.ts'

const plural = pluralIn('ar')

/** One, two, three to ten, and from eleven on; 100 and its multiples use the first form. */
const count = (n: number, one: string, two: string, few: string, many: string, hundred: string) =>
  plural(n, {
    zero: `${n} ${hundred}`,
    one,
    two,
    few: `${n} ${few}`,
    many: `${n} ${many}`,
    other: `${n} ${hundred}`,
  })

const letter = (subject: string, sentence: string): NotificationTexts => ({
  subject: `%CLIENT_NAME%: ${subject}`,
  body: `مرحبًا %NAME%،\n\n${sentence}\n\n%BRANCH_NAME%\n%BRANCH_CONTACT_NO%`,
  sms: `مرحبًا %NAME%، ${sentence.replaceAll('\n', ' ')} %BRANCH_NAME% %BRANCH_CONTACT_NO%`,
})

export const ARABIC_TEXTS: MessageTexts = {
  notifications: {
    Apointment_Request: letter('وصلنا طلبك', 'وصلنا طلبك من أجل %SERVICE%. سنتصل بك لتحديد الموعد.'),
    Apointment_Booking: letter('موعدك', 'تم حجز موعدك من أجل %SERVICE%: %VISIT_DATE%.'),
    Appointment_Reminder: letter('موعدك قريب', 'نذكّرك بموعدك من أجل %SERVICE%: %VISIT_DATE%.'),
    Apointment_Cancel: letter(
      'أُلغي موعدك',
      'أُلغي موعدك من أجل %SERVICE% (%VISIT_DATE%). اتصل بنا لتحديد موعد آخر.',
    ),
    Apointment_Reschedule: letter('تغيّر موعدك', 'الموعد الجديد من أجل %SERVICE%: %VISIT_DATE%.'),
    Apointment_Confirm: letter('تأكّد موعدك', 'تأكّد موعدك من أجل %SERVICE%: %VISIT_DATE%.'),
    Pending_Payment_Reminder: letter(
      'مبلغ لم يُسدَّد بعد',
      'لم يُسدَّد بعد مبلغ زيارتك (%VISIT_DATE%). يرجى سداده في مكتب الاستقبال.',
    ),
    Report_Sign: letter(
      'كُتب تقريرك',
      'وقّع %RADIOLOGIST% تقرير فحصك %SERVICE% (%SIGNED_DATE%).\nنتائجك: %PAT_LOGIN_URL%',
    ),
    Report_Verify: letter('تقريرك جاهز', 'تقرير فحصك %SERVICE% جاهز.\nنتائجك: %PAT_LOGIN_URL%'),
    Follow_Up_Due: letter(
      'موعد فحص قادم',
      'حان وقت فحصك القادم %SERVICE%: %DUE_DATE%. يرجى الاتصال بنا لتحديد موعد.',
    ),
  },
  share: {
    pat_viewer_share_content: 'مرحبًا %PATIENT_NAME%، صور فحصك %STUDY_DESCRIPTION% جاهزة: %VIEWER_URL%',
    pat_viewer_share_content_with_report:
      'مرحبًا %PATIENT_NAME%، صور فحصك %STUDY_DESCRIPTION% وتقريره جاهزة: %REPORT_URL%',
    pat_login_share_content:
      'مرحبًا %PATIENT_NAME%، نتائجك هنا: %LOGIN_URL%\nاسم المستخدم: %USERNAME%\nرمز الدخول: %PASSWORD%',
    pat_print_login_share_content:
      'نتائجك\n%PATIENT_NAME%\nامسح الرمز أو افتح هذا العنوان: %LOGIN_URL%\nاسم المستخدم: %USERNAME%\nرمز الدخول: %PASSWORD%',
  },
  subjects: { study: 'فحصك', access: 'الاطلاع على نتائجك' },
  consent: {
    subject: (centre) => `نموذج لزيارتك إلى ${isolated(centre)}`,
    text: (centre, url) => `يطلب منك ${isolated(centre)} قراءة نموذج وتوقيعه قبل زيارتك. افتحه هنا: ${url}`,
    paper: (form, centre) =>
      `${isolated(centre)}\n\n${isolated(form)}\n\nامسح هذا الرمز بكاميرا هاتفك، ثم اقرأ النموذج ووقّعه هناك.`,
  },
  reportLater: 'شكرًا لك. لم يصدر تقريرك بعد. سيصلك رابطه هنا فور صدوره.',
  values: {
    gender: { Male: 'ذكر', Female: 'أنثى' },
    age: ({ years, months, days }) => {
      if (years > 0) return count(years, 'سنة واحدة', 'سنتان', 'سنوات', 'سنة', 'سنة')
      return months > 0
        ? count(months, 'شهر واحد', 'شهران', 'أشهر', 'شهرًا', 'شهر')
        : count(days, 'يوم واحد', 'يومان', 'أيام', 'يومًا', 'يوم')
    },
  },
}
