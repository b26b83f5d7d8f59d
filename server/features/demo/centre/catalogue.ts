import type { DemoCentre } from '../centres.ts'

/** One service of the demo: name, code, charge in rupees, allowed minutes until the report. */
type Line = readonly [name: string, code: string, rupees: number, tat: number]

/** Services by the name of their department (0040_masters.sql). */
export const SERVICES_OF: Readonly<Record<string, readonly Line[]>> = {
  'X-Ray': [
    ['X-Ray Chest PA', 'XR-CHPA', 400, 120],
    ['X-Ray Chest PA and Lateral', 'XR-CHPL', 650, 120],
    ['X-Ray Knee AP and Lateral', 'XR-KNEE', 600, 180],
    ['X-Ray Lumbar Spine AP and Lateral', 'XR-LSPN', 700, 180],
    ['X-Ray Cervical Spine AP and Lateral', 'XR-CSPN', 700, 180],
    ['X-Ray Shoulder AP', 'XR-SHLD', 450, 180],
    ['X-Ray Pelvis with Both Hips', 'XR-PELV', 550, 180],
    ['X-Ray Abdomen Erect', 'XR-ABDE', 450, 120],
    ['X-Ray KUB', 'XR-KUB', 450, 180],
    ['X-Ray PNS Water’s View', 'XR-PNS', 400, 180],
  ],
  CT: [
    ['CT Brain Plain', 'CT-BRN', 2500, 120],
    ['CT Brain with Contrast', 'CT-BRNC', 4500, 180],
    ['CT Chest HRCT', 'CT-HRCT', 4200, 240],
    ['CT Abdomen and Pelvis Triphasic', 'CT-ABTR', 9500, 360],
    ['CT KUB Plain', 'CT-KUB', 4800, 240],
    ['CT Pulmonary Angiography', 'CT-CTPA', 11_500, 180],
    ['CT Coronary Angiography', 'CT-CCTA', 12_500, 480],
    ['CT Neck with Contrast', 'CT-NECK', 5600, 300],
    ['CT PNS', 'CT-PNS', 2800, 300],
  ],
  MRI: [
    ['MRI Brain Plain', 'MR-BRN', 6500, 360],
    ['MRI Brain with Contrast', 'MR-BRNC', 9800, 480],
    ['MRI Lumbar Spine', 'MR-LSPN', 6800, 360],
    ['MRI Cervical Spine', 'MR-CSPN', 6800, 360],
    ['MRI Knee', 'MR-KNEE', 7000, 480],
    ['MRI Shoulder', 'MR-SHLD', 7000, 480],
    ['MRCP', 'MR-MRCP', 7500, 480],
    ['MRI Prostate Multiparametric', 'MR-PROS', 11_000, 720],
    ['MR Angiography Brain', 'MR-MRA', 6000, 360],
  ],
  Ultrasound: [
    ['USG Abdomen and Pelvis', 'US-ABPL', 1400, 60],
    ['USG Obstetric Anomaly Scan', 'US-ANOM', 2800, 90],
    ['USG Obstetric Growth with Doppler', 'US-GRDP', 2200, 90],
    ['USG Thyroid', 'US-THYR', 1300, 60],
    ['USG Breast Both Sides', 'US-BRST', 1800, 90],
    ['USG KUB', 'US-KUB', 1000, 60],
    ['USG Scrotum', 'US-SCRO', 1500, 60],
    ['Carotid Doppler', 'US-CARD', 2500, 120],
    ['Venous Doppler One Limb', 'US-VEN1', 2000, 120],
  ],
  Mammography: [
    ['Mammography Both Sides', 'MG-BOTH', 2000, 240],
    ['Mammography One Side', 'MG-ONE', 1200, 240],
    ['Digital Breast Tomosynthesis', 'MG-DBT', 3200, 360],
  ],
  Fluoroscopy: [
    ['Barium Swallow', 'RF-BASW', 2200, 240],
    ['Barium Meal Follow Through', 'RF-BMFT', 3600, 480],
    ['Hysterosalpingography', 'RF-HSG', 3200, 240],
    ['Micturating Cystourethrogram', 'RF-MCU', 2800, 240],
  ],
  'Bone Densitometry': [
    ['DEXA Spine and Hip', 'BD-SPHP', 2200, 240],
    ['DEXA Whole Body', 'BD-WHOL', 3500, 360],
  ],
  Dental: [
    ['Orthopantomogram', 'DX-OPG', 600, 120],
    ['Dental CBCT One Jaw', 'DX-CBC1', 2600, 240],
  ],
  Cardiology: [
    ['Electrocardiogram', 'CL-ECG', 300, 0],
    ['2D Echocardiography', 'CL-ECHO', 2000, 0],
    ['Stress Test', 'CL-TMT', 1800, 0],
    ['Cardiology Consultation', 'CL-CARD', 1000, 0],
  ],
  'General Medicine': [
    ['Physician Consultation', 'CL-PHYS', 700, 0],
    ['Follow-up Consultation', 'CL-FOLL', 400, 0],
    ['Health Check Consultation', 'CL-HLTH', 600, 0],
  ],
  Gynaecology: [
    ['Gynaecology Consultation', 'CL-GYNE', 800, 0],
    ['Colposcopy', 'CL-COLP', 2500, 0],
  ],
  Orthopaedics: [['Orthopaedic Consultation', 'CL-ORTH', 900, 0]],
  Physiotherapy: [
    ['Physiotherapy Session', 'CL-PHY1', 500, 0],
    ['Physiotherapy Ten Sessions', 'CL-PHY10', 4200, 0],
  ],
  Laboratory: [
    ['Complete blood count', 'LAB-CBC', 350, 0],
    ['Renal function', 'LAB-RFT', 700, 0],
    ['Thyroid profile', 'LAB-TFT', 900, 0],
  ],
}

/** Tests of the laboratory services, by the code of the service: name and code of each. */
export const LAB_TESTS_OF: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'LAB-CBC': [
    ['Haemoglobin', 'HB'],
    ['White cells', 'WBC'],
    ['Platelets', 'PLT'],
  ],
  'LAB-RFT': [
    ['Creatinine', 'CREA'],
    ['Urea', 'UREA'],
  ],
  'LAB-TFT': [
    ['TSH', 'TSH'],
    ['Free T4', 'FT4'],
  ],
}

/** Machines of a branch: name, department, modality, suffix of the AE title. */
export const MACHINES = [
  ['X-Ray Room 1', 'X-Ray', 'DX', 'DX1'],
  ['CT 1', 'CT', 'CT', 'CT1'],
  ['MRI 1', 'MRI', 'MR', 'MR1'],
  ['Ultrasound 1', 'Ultrasound', 'US', 'US1'],
  ['Ultrasound 2', 'Ultrasound', 'US', 'US2'],
  ['Mammography', 'Mammography', 'MG', 'MG1'],
] as const

/** Settings of each department: charge, allowed minutes until the report, minutes of a slot. */
export const DEPARTMENT_INFOS: Readonly<Record<string, readonly [number, number, number]>> = {
  'X-Ray': [250, 180, 10],
  CT: [1200, 240, 20],
  MRI: [2000, 480, 30],
  Ultrasound: [500, 90, 20],
  Mammography: [700, 240, 20],
  Fluoroscopy: [900, 480, 30],
  'Bone Densitometry': [600, 360, 15],
  Dental: [300, 240, 10],
  Cardiology: [0, 0, 20],
  'General Medicine': [0, 0, 15],
}

/** Packages: the codes of their services, and the package price as a share of their charges. */
export const PACKAGES = [
  { name: 'Executive Health Check', isRadiology: true, codes: ['XR-CHPA', 'US-ABPL', 'US-THYR'], share: 0.8 },
  { name: 'Women’s Wellness', isRadiology: true, codes: ['MG-BOTH', 'US-BRST', 'BD-SPHP'], share: 0.85 },
  { name: 'Stroke Work-up', isRadiology: true, codes: ['MR-BRN', 'MR-MRA', 'US-CARD'], share: 0.9 },
  { name: 'Heart Check', isRadiology: false, codes: ['CL-ECG', 'CL-ECHO', 'CL-TMT', 'CL-CARD'], share: 0.8 },
] as const

export const DISCOUNT_HEADS = [
  ['Senior citizen', 10],
  ['Staff and family', 25],
  ['Camp', 20],
  ['Doctor’s courtesy', 15],
] as const

export const INSURANCE_SCHEMES: Readonly<Record<DemoCentre['key'], readonly string[]>> = {
  sanjeevani: ['Star Health', 'HDFC ERGO', 'Niva Bupa', 'CGHS', 'ECHS'],
  alnoor: ['Gulf Insurance', 'Warba', 'Afya'],
  platform: [],
}

export const REFERRAL_SCHEMES = [
  ['Patient pays all', 100],
  ['Half and half', 50],
  ['Hospital pays all', 0],
] as const
