import type { PUBLIC_PATHS, ScreenPath } from '#domain/access/screens.ts'
import { lazyScreen } from './lazy-screen.tsx'
import { SelfUpdating } from './pwa/SelfUpdating.tsx'
import type { Screen } from './screen.ts'

const StudyList = lazyScreen(() => import('#src/features/worklist/StudyList.tsx'))
const ArchivesSmall = lazyScreen(() => import('#src/features/archives-small/ArchivesSmall.tsx'))
const Scheduler = lazyScreen(() => import('#src/features/scheduler/Scheduler.tsx'))
const Visits = lazyScreen(() => import('#src/features/visits/Visits.tsx'))
const Home = lazyScreen(() => import('#src/features/home/Home.tsx'))
const LabReports = lazyScreen(() => import('#src/features/lab-reports/LabReports.tsx'))
const FormFRegister = lazyScreen(() => import('#src/features/form-f/FormFRegister.tsx'))
const FollowUps = lazyScreen(() => import('#src/features/follow-ups/FollowUps.tsx'))
const PeerLearning = lazyScreen(() => import('#src/features/peer-learning/PeerLearning.tsx'))
const ReportScreen = lazyScreen(() => import('#src/features/report/ReportScreen.tsx'))
const StudyScreen = lazyScreen(() => import('#src/features/study/StudyScreen.tsx'))

const QueDisplay = lazyScreen(() => import('#src/features/que-display/QueDisplay.tsx'))
const ConsentFormPage = lazyScreen(() => import('#src/features/consent-form/ConsentFormPage.tsx'))
const ConfirmCritical = lazyScreen(() => import('#src/features/critical-link/ConfirmCritical.tsx'))
const SharedStudy = lazyScreen(() => import('#src/features/shared-study/SharedStudy.tsx'))
const PatientProfile = lazyScreen(() => import('#src/features/patients/PatientProfileScreen.tsx'))
const RequestAppointment = lazyScreen(() => import('#src/features/home/own-bookings/RequestAppointment.tsx'))
const OwnBookings = lazyScreen(() => import('#src/features/home/own-bookings/OwnBookings.tsx'))
const Patients = lazyScreen(() => import('#src/features/patients/Patients.tsx'))
const VerifySignature = lazyScreen(() => import('#src/features/verify-signature/VerifySignature.tsx'))
const SetPassword = lazyScreen(() => import('#src/features/set-password/SetPassword.tsx'))
const ScanWorklist = lazyScreen(() => import('#src/features/scan-worklist/ScanWorklist.tsx'))
const BookingRequests = lazyScreen(() => import('#src/features/booking-requests/BookingRequests.tsx'))
const SyncCentre = lazyScreen(() => import('#src/features/sync-centre/SyncCentre.tsx'))
const MastersHub = lazyScreen(() => import('#src/features/masters/MastersHub.tsx'))
const Profile = lazyScreen(() => import('#src/features/profile/Profile.tsx'))
const ChangePassword = lazyScreen(() => import('#src/features/profile/ChangePassword.tsx'))
const QueScreens = lazyScreen(() => import('#src/features/masters/texts/que-screens/QueScreensPage.tsx'))
const Clients = lazyScreen(() => import('#src/features/clients/Clients.tsx'))
const PacsScreen = lazyScreen(() => import('#src/features/clients/PacsScreen.tsx'))
const Licences = lazyScreen(() => import('#src/features/licences/Licences.tsx'))
const DrAppointments = lazyScreen(() => import('#src/features/dr-appointments/DrAppointments.tsx'))
const Reconcile = lazyScreen(() => import('#src/features/reconcile/Reconcile.tsx'))
const Leakage = lazyScreen(() => import('#src/features/leakage/Leakage.tsx'))
const DayClose = lazyScreen(() => import('#src/features/day-close/DayClose.tsx'))
const SharedFile = lazyScreen(() => import('#src/features/shared-file/SharedFile.tsx'))
const Bi = lazyScreen(() => import('#src/features/bi/Bi.tsx'))
const Flow = lazyScreen(() => import('#src/features/flow/Flow.tsx'))
const Payout = lazyScreen(() => import('#src/features/payout/Payout.tsx'))
const Referral = lazyScreen(() => import('#src/features/referral/Referral.tsx'))
const SalesReport = lazyScreen(() => import('#src/features/sales/SalesReport.tsx'))
const BodyParts = lazyScreen(() => import('#src/features/body-parts/BodyParts.tsx'))
const Interfaces = lazyScreen(() => import('#src/features/interfaces/Interfaces.tsx'))
const MachineView = lazyScreen(() => import('#src/features/interfaces/MachineView.tsx'))
const Devices = lazyScreen(() => import('#src/features/devices/Devices.tsx'))

// The spec's table has four paths for two lists and does not distinguish the pairs (docs/decisions/006).
const next = { path: '/report/:studyId', load: ReportScreen.load } as const
const archives: Screen = { title: 'Archives', element: <StudyList key="archives" flag="archives" />, next }
const worklist: Screen = {
  title: 'Dr. Worklist',
  element: <StudyList key="worklist" flag="worklist" />,
  next,
}

const masters: Screen = { title: 'Masters', element: <MastersHub />, family: 'masters' }

/** Screens without session and frame; the two sign-in routes are in AppRoutes. */
export const PUBLIC_SCREENS: Record<
  Exclude<(typeof PUBLIC_PATHS)[number], '/' | `/login${string}`>,
  Screen
> = {
  '/consent-form': { title: 'Consent form', element: <ConsentFormPage /> },
  '/critical': { title: 'Critical result', element: <ConfirmCritical /> },
  '/shared/:secret': { title: 'Shared study', element: <SharedStudy /> },
  '/verify-signature': { title: 'Check a signed report', element: <VerifySignature /> },
  '/set-password': { title: 'Set your password', element: <SetPassword /> },
  '/que/:uid': {
    title: 'Queue display',
    element: (
      <SelfUpdating>
        <QueDisplay />
      </SelfUpdating>
    ),
  },
}

/** Every screen inside the frame (docs/screens.md#the-shell); domain/access/screens.ts defines who may open it. */
export const SCREENS: Record<ScreenPath, Screen> = {
  '/dashboard': { title: 'Dashboard', element: <Home /> },
  '/profile': { title: 'Profile', element: <Profile /> },
  '/change-password': { title: 'Change Password', element: <ChangePassword /> },
  '/sync': { title: 'Sync centre', element: <SyncCentre /> },
  '/interfaces': { title: 'Interfaces', element: <Interfaces /> },
  '/interfaces/machine': { title: 'What would this machine see now?', element: <MachineView /> },
  '/devices': { title: 'Devices', element: <Devices /> },
  '/archives': archives,
  '/archives1': archives,
  '/worklist': worklist,
  '/worklist1': worklist,
  '/patient-portal': { title: 'Patient Portal', element: <StudyList key="portal" flag="portal" /> },
  '/report/:studyId': { title: 'Report', element: <ReportScreen /> },
  '/study/:studyId': { title: 'Study', element: <StudyScreen /> },
  '/archives-small': { title: 'Simple Archives', element: <ArchivesSmall /> },
  '/follow-ups': { title: 'Follow-ups', element: <FollowUps /> },
  '/peer-learning': { title: 'Peer learning', element: <PeerLearning /> },
  '/lab-reports': { title: 'Lab Reports', element: <LabReports /> },
  '/scheduler': { title: 'Scheduler', element: <Scheduler /> },
  '/visits': { title: 'Patients Visits', element: <Visits /> },
  '/shared-file': { title: 'File with a patient', element: <SharedFile /> },
  '/booking-requests': { title: 'Booking Requests', element: <BookingRequests /> },
  '/form-f': { title: 'Form F register', element: <FormFRegister /> },
  '/day-close': { title: 'Day close', element: <DayClose /> },
  '/drappointments': { title: 'Dr. Appointments', element: <DrAppointments /> },
  '/scan-worklist': { title: 'Scan Worklist', element: <ScanWorklist /> },
  '/patients': { title: 'Patients', element: <Patients /> },
  '/patient-profile/:patientId': { title: 'Patient profile', element: <PatientProfile /> },
  '/master': masters,
  '/master/:tile': masters,
  '/pacs': { title: 'Pacs', element: <PacsScreen /> },
  '/clients': { title: 'Clients', element: <Clients /> },
  '/licence': { title: 'Licence Keys', element: <Licences /> },
  '/referral': { title: 'Referral', element: <Referral /> },
  '/sales-report': { title: 'Sales Report', element: <SalesReport /> },
  '/reconcile': { title: 'Reconcile', element: <Reconcile /> },
  '/leakage': { title: 'Leakage', element: <Leakage /> },
  '/ezzy-bi': { title: 'BI', element: <Bi /> },
  '/flow': { title: 'Flow', element: <Flow /> },
  '/payout': { title: 'Pay-out', element: <Payout /> },
  '/que-screens': { title: 'Que Screens', element: <QueScreens /> },
  '/view-bodyparts': { title: 'AI body parts', element: <BodyParts /> },
  '/patient/request-appointment': { title: 'Book New Appointment', element: <RequestAppointment /> },
  '/patient/bookings': { title: 'View Bookings', element: <OwnBookings /> },
}

export const SCREEN_PATHS = Object.keys(SCREENS) as ScreenPath[]
