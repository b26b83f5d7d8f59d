import { isolated } from '#domain/language/isolated.ts'
import { pluralIn } from '#domain/language/plural.ts'
import type { PatientWords } from './en.ts'

const plural = pluralIn('ar')

/** The plural forms of a noun: one, two, three to ten, and from eleven on; 100 and its multiples use the first. */
interface Counted {
  one: string
  two: string
  few: string
  many: string
  hundred: string
}

const count =
  ({ one, two, few, many, hundred }: Counted) =>
  (n: number) =>
    plural(n, {
      zero: `${isolated(n)} ${hundred}`,
      one,
      two,
      few: `${isolated(n)} ${few}`,
      many: `${isolated(n)} ${many}`,
      other: `${isolated(n)} ${hundred}`,
    })

const minutes = count({
  one: 'دقيقة واحدة',
  two: 'دقيقتين',
  few: 'دقائق',
  many: 'دقيقة',
  hundred: 'دقيقة',
})

export const ARABIC: PatientWords = {
  product: 'Readroom',
  language: 'اللغة',
  offline: 'لا توجد شبكة الآن. حاول مرة أخرى عند عودتها.',
  retry: 'حاول مرة أخرى',
  inBoth: (there, zone, here) => `${isolated(there)} ${isolated(zone)} (${isolated(here)} بتوقيتك)`,
  refusals: {
    not_found: 'هذا الرابط غير صالح. اطلب رابطًا جديدًا من المركز.',
    link_over: 'انتهت صلاحية هذا الرابط. اطلب رابطًا جديدًا من المركز.',
    link_revoked: 'ألغى المركز هذا الرابط. اطلب رابطًا جديدًا.',
    link_again: 'افتح الرابط من رسالتك مرة أخرى.',
    no_report: 'لا يوجد تقرير خلف هذا الرابط.',
    record_incomplete: 'يجب على المركز استكمال هذا السجل أولًا.',
    unpaid: 'يتيح المركز هذه النتائج بعد سداد الفاتورة.',
    proof_needed: 'يرجى التحقق من هويتك أولًا.',
    proof_wrong: 'هذا غير مطابق. يرجى مراجعته.',
    throttled: (n) => `محاولات كثيرة. حاول مرة أخرى بعد ${minutes(n)}.`,
    other: 'حدث خطأ لدى المركز. حاول مرة أخرى أو اسأل المركز.',
  },
  dates: {
    hint: 'يوم/شهر/سنة',
    openCalendar: 'افتح التقويم',
    calendar: 'التقويم',
    today: 'اليوم',
    clear: 'مسح',
    previous: 'السابق',
    next: 'التالي',
    chooseMonth: 'اختر الشهر والسنة',
    problem: `اكتب التاريخ هكذا: ${isolated('23/11/2026')}.`,
    notBefore: (day) => `اختر ${isolated(day)} أو تاريخًا بعده.`,
    notAfter: (day) => `اختر ${isolated(day)} أو تاريخًا قبله.`,
  },
  times: {
    open: 'افتح الساعة',
    panel: 'الأوقات',
    hint: 'ساعة:دقيقة',
    now: 'الآن',
    clear: 'مسح',
    problem: {
      unreadable: `اكتب الوقت هكذا: ${isolated('14:05')}.`,
      no_such_time: 'لا يوجد وقت كهذا.',
    },
  },
  sexes: { M: 'ذكر', F: 'أنثى' },
  ages: {
    Y: count({ one: 'سنة واحدة', two: 'سنتان', few: 'سنوات', many: 'سنة', hundred: 'سنة' }),
    M: count({ one: 'شهر واحد', two: 'شهران', few: 'أشهر', many: 'شهرًا', hundred: 'شهر' }),
    W: count({ one: 'أسبوع واحد', two: 'أسبوعان', few: 'أسابيع', many: 'أسبوعًا', hundred: 'أسبوع' }),
    D: count({ one: 'يوم واحد', two: 'يومان', few: 'أيام', many: 'يومًا', hundred: 'يوم' }),
  },
  reportStatus: {
    Pending: 'قيد الانتظار',
    Draft: 'مسودة',
    ReadyForSign: 'جاهز للتوقيع',
    Signed: 'موقّع',
    Verified: 'معتمد',
  },
  shared: {
    title: 'فحص تمت مشاركته',
    from: (centre) => `يشاركك ${isolated(centre)} نتيجة فحص.`,
    again: 'افتح الرابط من رسالتك مرة أخرى: هذه الصفحة لا تحتفظ به.',
    failed: 'تعذّر فتح هذا الرابط',
    loading: 'جارٍ البحث عن الرابط …',
    facts: {
      patient: 'المريض',
      id: 'رقم المريض',
      sexAge: 'الجنس والعمر',
      study: 'الفحص',
      date: 'التاريخ',
      branch: 'المركز',
      status: 'التقرير',
    },
    comma: '، ',
    viewImage: 'عرض الصور',
    viewReport: 'عرض التقرير',
    noViewer: 'لا تُعرض صور هذا الفحص خارج المركز.',
    noReport: 'التقرير غير مشمول في هذا الرابط، أو لم يصدر بعد.',
    until: (when) => `ينتهي هذا الرابط في ${isolated(when)}.`,
  },
  proof: {
    label: { birth_date: 'تاريخ ميلاد المريض', pat_id: 'رقم المريض' },
    hint: { birth_date: 'اليوم والشهر والسنة.', pat_id: 'تجده على الفاتورة.' },
    why: 'هذا يحافظ على سرية النتائج.',
    show: 'عرض النتائج',
  },
  filed: {
    title: 'التقرير',
    close: 'إغلاق',
    download: 'تنزيل',
    failed: 'تعذّر عرض التقرير',
    paperLabel: 'التقرير كما يُطبع',
    noViewer: `هذا المتصفح لا يعرض ملفات ${isolated('PDF')} هنا. نزّل التقرير لقراءته.`,
    making: (percent) => `جارٍ إعداد الصفحات … ${isolated(`${percent}%`)}`,
  },
  consent: {
    title: 'نموذج الموافقة',
    again: 'افتح الرابط من رسالتك أو امسح الرمز مرة أخرى: هذه الصفحة لا تحتفظ به.',
    failed: 'تعذّر فتح هذا النموذج',
  },
  queue: {
    title: 'قائمة الانتظار',
    machines: 'الآن',
    next: 'المريض التالي',
    nobodyNext: 'لا أحد في الانتظار.',
    bring: 'تفضّل',
    free: 'متاح',
    scanning: 'الفحص جارٍ',
    left: 'الوقت المتبقي',
    over: 'بعد قليل',
    slides: (now, all) => isolated(`${now} / ${all}`),
    down: (since) => `لا يوجد اتصال منذ ${isolated(since)}. هذه القائمة من ذلك الوقت؛ اسأل الاستقبال.`,
    loading: 'جارٍ تحميل قائمة الانتظار.',
    waiting: 'لا يوجد اتصال بالمركز بعد. تظهر القائمة فور توفره.',
    unknown: 'شاشة الانتظار هذه غير موجودة.',
    unknownHint: `افتح الشاشة من جديد من ${isolated('Que Screens')}.`,
    banner: 'لافتة المركز',
  },
}
