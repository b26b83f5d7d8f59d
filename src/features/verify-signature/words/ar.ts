import { isolated } from '#domain/language/isolated.ts'
import { pluralIn } from '#domain/language/plural.ts'
import type { VerifyWords } from './en.ts'

const plural = pluralIn('ar')
const PDF = isolated('PDF')

export const ARABIC_VERIFY: VerifyWords = {
  title: 'التحقق من تقرير موقّع',
  intro: 'تحقّق مما إذا كان التقرير هو ما وقّعه الطبيب. تذكر الصفحة من وقّع ومتى، ولا شيء عن المريض.',
  checking: 'جارٍ سؤال خادم المركز …',
  failed: 'تعذّر إجراء التحقق.',
  nothingYet: `امسح الرمز المطبوع على التقرير، أو ضع ملف ${PDF} هنا.`,
  badCode: `لا يحتوي هذا العنوان على رمز تقرير. امسح الرمز مرة أخرى، أو ضع ملف ${PDF} هنا.`,

  verdicts: {
    current: 'موقّع وساري المفعول',
    superseded: 'موقّع، لكنه لم يعد ساري المفعول',
    not_signed: 'لا يوجد توقيع معروف لهذا النص',
    altered: 'ليس هذا هو النص الموقّع',
  },
  notSignedHint: 'لم يُوقّع بهذا النص أي تقرير على هذا الخادم. قد يكون الملف معدّلًا، أو مسودة، أو من مركز آخر.',
  supersededHint: 'وقّع الطبيب نسخة أحدث. اطلب النسخة الحالية من المركز.',
  signedText: 'النص الموقّع مختلف:',
  sameWords: (count) =>
    plural(count, {
      zero: `${isolated(count)} تقرير يحتوي على هذه الكلمات نفسها.`,
      one: 'يوجد تقرير واحد بهذه الكلمات نفسها.',
      two: 'يوجد تقريران بهذه الكلمات نفسها. قارن التاريخ والطبيب بما على ورقتك.',
      few: `توجد ${isolated(count)} تقارير بهذه الكلمات نفسها. قارن التاريخ والطبيب بما على ورقتك.`,
      many: `يوجد ${isolated(count)} تقريرًا بهذه الكلمات نفسها. قارن التاريخ والطبيب بما على ورقتك.`,
      other: `يوجد ${isolated(count)} تقرير بهذه الكلمات نفسها. قارن التاريخ والطبيب بما على ورقتك.`,
    }),
  kind: { report: 'تقرير', addendum: 'ملحق' },
  signedBy: 'وقّعه',
  signedOn: 'وقت التوقيع',
  centre: 'المركز',
  status: 'الحالة',
  statuses: { Signed: 'موقّع', Verified: 'موقّع ومعتمد' },
  supersededOn: 'وقت الاستبدال',

  touch: {
    sign: (by) => `توقيع باللمس: ${isolated(by)}`,
    verify: (by) => `اعتماد باللمس: ${isolated(by)}`,
  },
  touchKey: (name, registered) => `بمفتاح المرور «${isolated(name)}»، المسجّل في ${isolated(registered)}،`,
  touchValid: 'وهو ما زال صالحًا.',
  touchRemoved: (day) => `وقد أُزيل في ${isolated(day)}.`,
  touchFingerprint: (fingerprint) => `المفتاح ${isolated(fingerprint)}، كما هو على الورقة.`,
  touchChecking: 'يتحقق هذا المتصفح من التوقيع …',
  touchHolds: 'تحقّق هذا المتصفح منه: وقّع المفتاح هذا النص بعينه، وطُلب من صاحبه بصمة أو رمز سري.',
  touchFails: 'تحقّق هذا المتصفح منه، والتوقيع غير صحيح. لا تعتمد على هذه الورقة؛ اسأل المركز.',
  touchUnchecked: 'لا يستطيع هذا المتصفح التحقق منه. نزّل الإثبات وتحقّق منه في مكان آخر.',
  touchProof: 'تنزيل الإثبات',
  touchProofOf: (by) => `تنزيل إثبات لمس ${isolated(by)}`,

  wordsSame: 'الكلمات هي نفسها الكلمات الموقّعة.',
  wordsMore: 'كل كلمة موقّعة موجودة وبترتيبها. وفي الملف أو النص أيضًا:',
  wordsDifferent: (count) =>
    plural(count, {
      zero: `${isolated(count)} فقرة من النص الموقّع ناقصة أو مختلفة.`,
      one: 'فقرة واحدة من النص الموقّع ناقصة أو مختلفة.',
      two: 'فقرتان من النص الموقّع ناقصتان أو مختلفتان.',
      few: `${isolated(count)} فقرات من النص الموقّع ناقصة أو مختلفة.`,
      many: `${isolated(count)} فقرة من النص الموقّع ناقصة أو مختلفة.`,
      other: `${isolated(count)} فقرة من النص الموقّع ناقصة أو مختلفة.`,
    }),
  wordsUnread: 'تعذّرت قراءة نص هذا الملف، لذلك فُحص رمزه فقط. الصق النص أدناه لمقارنته.',
  wordsNotAsked: `فُحص الرمز فقط. ضع ملف ${PDF} أو الصق نصه لمقارنة الكلمات.`,

  drop: `ضع ملف ${PDF} الخاص بالتقرير هنا، أو اختره`,
  dropHint: 'يُقرأ الملف على هذا الجهاز؛ تُرسل كلماته للمقارنة ولا تُحفظ.',
  reading: 'جارٍ القراءة …',
  file: {
    notPdf: `هذا ليس ملف ${PDF} يمكن قراءته.`,
    noCode: `لا يحمل ملف ${PDF} هذا أي توقيع من هذا النظام.`,
    tooLarge: `حجم الملف أكبر من ${isolated('50 MB')}.`,
  },
  paste: 'أو الصق نص التقرير',
  pasteHint: 'كامل النص، من أول سطر في الوصف إلى آخر سطر في التوصية.',
  compare: 'مقارنة',
  pasteNeedsCode: `امسح الرمز أو ضع ملف ${PDF} أولًا، أو الصق عنوان الرمز مع النص.`,
}
