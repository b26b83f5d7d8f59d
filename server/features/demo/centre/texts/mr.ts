import type { DemoExam } from '../exam.ts'

const BRAIN =
  'Multiplanar T1, T2, FLAIR, diffusion and susceptibility-weighted images of the brain were obtained at 1.5 T.'
const SPINE =
  'Sagittal T1, T2 and STIR and axial T2-weighted images of the lumbosacral spine were obtained at 1.5 T.'
const KNEE =
  'Proton density fat-suppressed images in three planes with sagittal T1 and T2 were obtained of the knee.'

export const MR_EXAMS: readonly DemoExam[] = [
  {
    modality: 'MR',
    description: 'MRI Brain',
    department: 'MRI',
    category: 'Neuro',
    weight: 6,
    tat: 360,
    images: [240, 460],
    ages: [16, 82],
    readings: [
      {
        weight: 4,
        technique: BRAIN,
        findings: [
          'Parenchyma: Normal signal of grey and white matter. No restricted diffusion. No blooming on susceptibility-weighted images.',
          'Ventricles: Normal in size. No midline shift or extra-axial collection.',
          'Posterior fossa: Brainstem, cerebellum and cerebellopontine angles are normal.',
          'Vessels: Normal flow voids of the major intracranial arteries and venous sinuses.',
          'Others: The pituitary, orbits and craniovertebral junction are unremarkable.',
        ],
        impression: ['Normal MRI of the brain.'],
      },
      {
        weight: 1,
        isCritical: true,
        technique: BRAIN,
        findings: [
          'Parenchyma: Wedge-shaped area of restricted diffusion with corresponding low ADC in the left insula, frontal operculum and corona radiata, faintly bright on FLAIR.',
          'Vessels: Loss of the normal flow void of the M1 segment of the left middle cerebral artery.',
          'Haemorrhage: No blooming within the area on susceptibility-weighted images.',
          'Ventricles: Normal. No midline shift.',
        ],
        impression: [
          'Acute infarct in the territory of the left middle cerebral artery.',
          'Absent flow void of the left M1 segment, suggesting occlusion.',
        ],
        advice: 'Immediate neurology opinion. The referring physician was informed by telephone.',
      },
      {
        weight: 2,
        technique: BRAIN,
        findings: [
          'Parenchyma: Multiple discrete T2 and FLAIR hyperintense foci in the subcortical and periventricular white matter (Fazekas grade 2). No restricted diffusion.',
          'Ventricles: Mild prominence in keeping with age.',
          'Sinuses: Polypoidal mucosal thickening in both maxillary sinuses.',
          'Vessels: Normal major flow voids.',
        ],
        impression: [
          'Chronic small vessel ischaemic changes (Fazekas grade 2).',
          'No acute infarct. Bilateral maxillary sinusitis.',
        ],
      },
    ],
  },
  {
    modality: 'MR',
    description: 'MRI Lumbosacral Spine',
    department: 'MRI',
    category: 'Spine',
    weight: 7,
    tat: 480,
    images: [120, 220],
    ages: [22, 78],
    readings: [
      {
        weight: 4,
        technique: SPINE,
        findings: [
          'Alignment: Loss of the normal lumbar lordosis. No listhesis. Vertebral heights are preserved.',
          'L3-L4: Mild diffuse disc bulge without neural compression.',
          'L4-L5: Disc desiccation with a broad-based posterocentral protrusion indenting the thecal sac and narrowing both lateral recesses; the traversing L5 roots are abutted. Canal 10 mm.',
          'L5-S1: Left paracentral protrusion with an annular tear, compressing the traversing left S1 root.',
          'Conus: Ends at L1 and shows normal signal. No marrow oedema.',
        ],
        impression: [
          'L5-S1 left paracentral disc protrusion compressing the left S1 root.',
          'L4-L5 disc protrusion with bilateral lateral recess narrowing.',
        ],
        advice: 'Clinical correlation and an orthopaedic opinion are suggested.',
      },
      {
        weight: 2,
        technique: SPINE,
        findings: [
          'Alignment: The lumbar lordosis is maintained. No listhesis.',
          'Vertebrae: Normal height and marrow signal.',
          'Discs: Mild desiccation at L5-S1 without bulge. The remaining discs are normal.',
          'Canal: No stenosis. The conus ends at L1 and shows normal signal.',
          'Sacroiliac joints: Normal in the visualised part.',
        ],
        impression: ['Early degenerative change of the L5-S1 disc. No neural compression.'],
      },
    ],
  },
  {
    modality: 'MR',
    description: 'MRI Knee',
    department: 'MRI',
    category: 'Musculoskeletal',
    weight: 4,
    tat: 480,
    images: [110, 190],
    ages: [16, 62],
    readings: [
      {
        weight: 3,
        technique: KNEE,
        findings: [
          'Cruciate ligaments: Complete mid-substance tear of the anterior cruciate ligament with anterior translation of the tibia by 7 mm. The posterior cruciate ligament is intact and buckled.',
          'Menisci: Vertical longitudinal tear of the posterior horn of the medial meniscus reaching its inferior surface. The lateral meniscus is intact.',
          'Collateral ligaments: Grade I sprain of the medial collateral ligament. The lateral complex is intact.',
          'Bones: Contusions of the lateral femoral condyle and the posterolateral tibial plateau.',
          'Joint: Moderate effusion. Cartilage is preserved.',
        ],
        impression: [
          'Complete tear of the anterior cruciate ligament with pivot-shift contusions.',
          'Tear of the posterior horn of the medial meniscus.',
          'Moderate joint effusion.',
        ],
      },
      {
        weight: 2,
        technique: KNEE,
        findings: [
          'Ligaments: The cruciate and collateral ligaments are intact.',
          'Menisci: Grade II intrasubstance signal in the posterior horn of the medial meniscus, not reaching a surface.',
          'Cartilage: Mild thinning over the medial patellar facet.',
          'Joint: Minimal effusion. A small popliteal cyst of 18 mm.',
        ],
        impression: [
          'Grade II degeneration of the medial meniscus.',
          'Mild patellar chondromalacia with a small popliteal cyst.',
        ],
      },
    ],
  },
]
