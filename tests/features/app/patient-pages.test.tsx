import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ERROR_CODES, type ErrorCode } from '#contract/kernel/error-codes.ts'
import { AppRoutes } from '#src/app/AppRoutes.tsx'
import { setSession } from '#src/sync/session/session-state.ts'
import { type Script, scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { browserSpeaks, englishLeft } from '#tests/helpers/page/english-left.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const link = vi.hoisted(() => ({ online: true, since: new Date('2026-11-29T04:00:00Z') }))
vi.mock('#src/sync/link/use-link.ts', () => ({ useLink: () => ({ ...link }) }))

const PATIENT = sessionFields({
  name: 'Asha Kamat',
  user_type: 'PATIENT',
  is_patient: 1,
  is_doctor: 0,
  can_sign: 0,
  modules: [],
  main_modules: ['patient_portal', 'pat_booking_request', 'appointment_system'],
  time_zone: 'America/New_York',
})

const STUDY = {
  study_id: '019a0000-0000-7000-8000-0000000000a1',
  visit_no: 'V-7',
  service: 'MRI Knee',
  modality: 'MR',
  study_datetime: '2026-11-20T05:40:00.000Z',
  branch: 'Andheri',
  status: 'ReadyForSign',
  is_active_for_patient: 0,
  is_unpaid: 0,
  viewer_url: '',
}
const BRANCH = {
  id: '019a0000-0000-7000-8000-0000000000b1',
  name: 'Andheri',
  open_time: '08:00',
  close_time: '20:00',
}
const DEPARTMENT = { id: '019a0000-0000-7000-8000-0000000000d1', name: 'CT' }
const REQUEST = {
  id: '019a0000-0000-7000-8000-0000000000e1',
  status: 'Converted',
  department: 'CT',
  branch: 'Andheri',
  branch_id: BRANCH.id,
  start_date: '2026-12-01T05:00:00.000Z',
  visit_start_dt: null,
  created: '2026-11-25T05:00:00.000Z',
}
/** Texts of the record, shown unchanged in every language. Readroom is the product. */
const DATA = [
  'Asha Kamat',
  'SAN-010189',
  'MRI Knee',
  'MR',
  'V-7',
  'Andheri',
  'CT',
  'B+',
  '70 kg',
  '170 cm',
  'Readroom',
  'PDF',
  '5 MB',
  'letter.txt',
  '.jpg',
  '.png',
  '.pdf',
]

const refuse = (code: ErrorCode, extra = {}) => ({
  status: ERROR_CODES[code].status,
  body: { code, message: ERROR_CODES[code].message, ...extra },
})
const CALLS: Script = {
  'portal/proofAsked': () => ({ body: { result: { is_proven: 1, asks: 'birth_date' } } }),
  'study/studyPatientDtl': () => ({
    body: {
      result: {
        patient: {
          id: 'p',
          pat_id: 'SAN-010189',
          name: 'Asha Kamat',
          dob: '1984-03-02',
          age: '42Y',
          gender: 'Female',
          bloodgroup: 'B+',
          weight: '70 kg',
          height: '',
        },
        upcoming: [
          {
            visit_no: 'V-8',
            start_dt: '2026-12-02T05:00:00.000Z',
            branch: 'Andheri',
            services: ['MRI Knee'],
          },
        ],
        studies: [STUDY],
      },
    },
  }),
  'patient/bookings': () => ({
    body: {
      result: {
        name: 'Asha Kamat',
        upcoming: [
          {
            id: 'v',
            pat_id: 'SAN-010189',
            pat_name: 'Asha Kamat',
            start_dt: '2026-12-02T05:00:00.000Z',
            branch: 'Andheri',
            service_name: 'MRI Knee',
            modality: 'MR',
            status: 3,
            status_name: 'Rescheduled',
          },
        ],
        studies: [{ ...STUDY, pat_id: 'SAN-010189', pat_name: 'Asha Kamat' }],
      },
    },
  }),
  'patient/requestChoices': () => ({
    body: { result: { branches: [BRANCH], departments: [DEPARTMENT], dob: '1984-03-02', gender: 'F' } },
  }),
  'patient/appointmentRequests': () => ({ body: { result: [REQUEST] } }),
}

/** Literal texts: a test that read them from the page would accept any words. */
const WORDS = {
  hi: {
    dir: 'ltr',
    welcome: /आपका स्वागत है/,
    account: /का खाता$/,
    signOut: 'साइन आउट करें',
    noPage: 'यह पेज नहीं मिला।',
    notYours: 'यह पेज आपके लिए नहीं है।',
    home: 'मुख्य पेज पर जाएँ',
    offline: /से ऑफ़लाइन$/,
    rescheduled: 'समय बदला गया',
    converted: 'अपॉइंटमेंट तय हुआ',
    notActivated: 'केंद्र ने इसे अभी आपके लिए नहीं खोला है',
    age: '42 वर्ष',
    send: 'अपॉइंटमेंट का अनुरोध भेजें',
    required: /^यह भरना ज़रूरी है: .*पसंदीदा समय/,
    department: 'अपॉइंटमेंट किसके लिए',
    day: 'अपॉइंटमेंट की तारीख',
    time: 'पसंदीदा समय',
    openClock: 'घड़ी खोलें',
    closed: /तक खुला रहता है/,
    past: 'यह समय बीत चुका है। कृपया आगे का समय चुनें।',
    waiting: /आपके पिछले अनुरोध/,
    wrongFile: /केवल/,
    unreachable: 'अभी नेटवर्क नहीं है। नेटवर्क आने पर फिर से कोशिश करें।',
  },
  ar: {
    dir: 'rtl',
    welcome: /^مرحبًا/,
    account: /^حساب/,
    signOut: 'تسجيل الخروج',
    noPage: 'لم يُعثر على هذه الصفحة.',
    notYours: 'هذه الصفحة ليست متاحة لك.',
    home: 'العودة إلى الصفحة الرئيسية',
    offline: /^غير متصل منذ/,
    rescheduled: 'تغيّر الموعد',
    converted: 'حُدّد الموعد',
    notActivated: 'لم يُتِحه المركز لك بعد',
    age: /42.* سنة/,
    send: 'إرسال طلب الموعد',
    required: /^هذا الحقل مطلوب: .*الوقت المفضل/,
    department: 'الموعد من أجل',
    day: 'تاريخ الموعد',
    time: 'الوقت المفضل',
    openClock: 'افتح الساعة',
    closed: /ساعات العمل في هذا المكان/,
    past: 'لقد مضى هذا الوقت. يرجى اختيار وقت لاحق.',
    waiting: /^لم يُرسل الطلب.*طلباتك السابقة/,
    wrongFile: /فقط/,
    unreachable: 'لا توجد شبكة الآن. حاول مرة أخرى عند عودتها.',
  },
} as const

// Loading their code on a busy machine exceeds the timeout of a test.
beforeAll(async () => {
  await Promise.all([
    import('#src/app/frame/Frame.tsx'),
    import('#src/app/frame/patient/PatientFrame.tsx'),
    import('#src/features/home/Home.tsx'),
    import('#src/features/home/own-bookings/OwnBookings.tsx'),
    import('#src/features/home/own-bookings/RequestAppointment.tsx'),
    import('#src/features/profile/Profile.tsx'),
  ])
  // A growing text field uses it; happy-dom has none.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })
}, 60_000)
beforeEach(() => {
  link.online = true
  act(() => setSession(PATIENT))
})
afterEach(() => {
  cleanup()
  act(() => setSession(undefined))
  localStorage.clear()
  browserSpeaks('en-US')
  vi.unstubAllGlobals()
})

function open(path: string, script: Script = {}) {
  const server = scriptServer({ ...CALLS, ...script })
  renderInApp(<AppRoutes />, path)
  return server
}
const expectWhole = () => expect(englishLeft(DATA)).toEqual([])

describe.each(['hi', 'ar'] as const)('a signed-in patient in %s', (language) => {
  const words = WORDS[language]
  beforeEach(() => browserSpeaks(language))

  test('reads their results, the state of the link and the menu in the language', async () => {
    open('/dashboard')
    expect(await screen.findByRole('heading', { name: words.welcome })).toBeTruthy()
    expect(await screen.findByText('MRI Knee')).toBeTruthy()
    const { documentElement: root } = document
    expect([root.lang, root.dir]).toEqual([language, words.dir])
    await waitFor(() => expect(document.title).not.toMatch(/Dashboard/))
    expect(document.title).toContain('Readroom')
    expect(screen.getByText(words.age)).toBeTruthy()
    const [images] = screen.getAllByRole('button').filter((one) => one.getAttribute('aria-description'))
    expect(images?.getAttribute('aria-description')).toBe(words.notActivated)
    expectWhole()
    await userEvent.click(screen.getByRole('button', { name: words.account }))
    expect(await screen.findByRole('menuitem', { name: words.signOut })).toBeTruthy()
    expectWhole()
  })

  test('reads why a page is not available, for a staff page or one the centre has not bought', async () => {
    open('/patients')
    expect(await screen.findByText(words.notYours)).toBeTruthy()
    expectWhole()
    await userEvent.click(screen.getByRole('button', { name: words.home }))
    expect(await screen.findByRole('heading', { name: words.welcome })).toBeTruthy()
    cleanup()
    open('/flow')
    expect(await screen.findByText(words.noPage)).toBeTruthy()
    expectWhole()
  })

  test('reads bookings, with the status of a visit', async () => {
    link.online = false
    open('/patient/bookings')
    expect(await screen.findByText(words.offline)).toBeTruthy()
    expect(await screen.findByRole('heading', { name: words.welcome })).toBeTruthy()
    expectWhole()
    cleanup()
    link.online = true
    open('/patient/bookings')
    expect(await screen.findByText(words.rescheduled)).toBeTruthy()
    expectWhole()
  })

  test('requests an appointment, and reads in the language what is wrong with it', async () => {
    const { asked } = open('/patient/request-appointment', {
      'patient/saveAppointmentRequest': () =>
        asked.filter(({ path }) => path.endsWith('saveAppointmentRequest')).length === 1
          ? refuse('past_booking')
          : refuse('requests_waiting'),
    })
    await userEvent.click(await screen.findByRole('button', { name: words.send }))
    expect(screen.getByText(words.required)).toBeTruthy()
    expect(screen.getByText(words.converted)).toBeTruthy()
    expectWhole()

    await userEvent.click(screen.getByRole('combobox', { name: words.department }))
    await userEvent.click(await screen.findByRole('option', { name: 'CT' }))
    const [day, time] = [screen.getByLabelText(`${words.day} *`), screen.getByLabelText(`${words.time} *`)]
    fireEvent.change(day, { target: { value: '1/12/2026' } })
    fireEvent.blur(day)
    fireEvent.change(time, { target: { value: 'soon' } })
    fireEvent.blur(time)
    expectWhole()
    fireEvent.change(time, { target: { value: '0300' } })
    fireEvent.blur(time)
    // AM and PM are English.
    expect((time as HTMLInputElement).value).toBe('03:00')
    await userEvent.click(screen.getByRole('button', { name: words.send }))
    expect(await screen.findByText(words.closed)).toBeTruthy()
    expectWhole()

    await userEvent.click(screen.getByRole('button', { name: words.openClock }))
    await userEvent.click(
      await within(await screen.findByRole('dialog')).findByRole('button', { name: '10:30' }),
    )
    expectWhole()
    await userEvent.click(screen.getByRole('button', { name: words.send }))
    expect(await screen.findByText(new RegExp(words.past))).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: words.send }))
    expect(await screen.findByText(words.waiting)).toBeTruthy()
    expectWhole()

    const input = document.querySelector('input[type=file]')
    fireEvent.change(input as Element, { target: { files: [new File(['x'], 'letter.txt')] } })
    expect(await screen.findByText(words.wrongFile)).toBeTruthy()
    expectWhole()
  })

  test('reads that a page does not load, and why', async () => {
    open('/patient/bookings', { 'patient/bookings': () => refuse('internal') })
    expect(await screen.findByRole('alert')).toBeTruthy()
    expectWhole()
    cleanup()
    open('/dashboard', { 'study/studyPatientDtl': () => refuse('not_found') })
    expect(await screen.findByRole('alert')).toBeTruthy()
    expectWhole()
  })

  test('changes the language without losing typed text, and the next page opens in it', async () => {
    browserSpeaks('en-US')
    open('/patient/request-appointment')
    fireEvent.change(await screen.findByLabelText('Exam Reason'), { target: { value: 'घुटना' } })
    fireEvent.click(screen.getByText({ hi: 'हिन्दी', ar: 'العربية' }[language]))
    expect(await screen.findByRole('button', { name: words.send })).toBeTruthy()
    expect(screen.getByDisplayValue('घुटना')).toBeTruthy()
    expectWhole()
    cleanup()
    open('/dashboard')
    expect(await screen.findByRole('heading', { name: words.welcome })).toBeTruthy()
  })
})

test('staff keep English, whatever the browser’s language', async () => {
  browserSpeaks('ar')
  act(() => setSession(sessionFields()))
  open('/profile')
  expect(await screen.findByRole('link', { name: 'Skip to content' })).toBeTruthy()
  const { documentElement: root } = document
  expect(root.dir).not.toBe('rtl')
})

test('the own pages open in the language of the session, and in the one chosen here before it', async () => {
  act(() => setSession({ ...PATIENT, language: 'ar' }))
  open('/dashboard')
  expect(await screen.findByRole('heading', { name: WORDS.ar.welcome })).toBeTruthy()
  cleanup()
  localStorage.setItem('readroom-language', 'hi')
  open('/dashboard')
  expect(await screen.findByRole('heading', { name: WORDS.hi.welcome })).toBeTruthy()
})
