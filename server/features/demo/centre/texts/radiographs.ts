import type { DemoExam } from '../exam.ts'

export const RADIOGRAPH_EXAMS: readonly DemoExam[] = [
  {
    modality: 'CR',
    description: 'X-Ray Chest PA View',
    department: 'X-Ray',
    category: 'Chest',
    weight: 16,
    tat: 60,
    images: [1, 2],
    ages: [3, 88],
    readings: [
      {
        weight: 7,
        technique: 'Digital radiograph of the chest in posteroanterior projection.',
        findings: [
          'Lungs: Both lung fields are clear. No focal consolidation or mass.',
          'Heart: Normal in size and contour. The cardiothoracic ratio is within normal limits.',
          'Pleura: Both costophrenic angles are clear. No pneumothorax.',
          'Bones: The visualised bones and soft tissues are unremarkable.',
        ],
        impression: ['Normal radiograph of the chest.'],
      },
      {
        weight: 2,
        technique: 'Digital radiograph of the chest in posteroanterior projection.',
        findings: [
          'Lungs: Homogeneous opacity in the right lower zone with silhouetting of the hemidiaphragm.',
          'Pleura: Blunting of the right costophrenic angle.',
          'Heart: Normal in size.',
          'Bones: No abnormality.',
        ],
        impression: ['Right lower zone consolidation with a small pleural effusion.'],
        advice: 'Follow-up radiograph after treatment.',
      },
      {
        weight: 1,
        isCritical: true,
        technique: 'Digital radiograph of the chest in posteroanterior projection.',
        findings: [
          'Pleura: Left pneumothorax with a visceral pleural line 34 mm from the chest wall at the hilum. No mediastinal shift.',
          'Lungs: Partial collapse of the left lung. The right lung is clear.',
          'Heart: Normal in size.',
          'Bones: Undisplaced fracture of the left seventh rib in the midaxillary line.',
        ],
        impression: ['Moderate left pneumothorax without tension.', 'Fracture of the left seventh rib.'],
        advice: 'Urgent clinical review. The referring physician was informed.',
      },
    ],
  },
  {
    modality: 'DX',
    description: 'X-Ray Knee AP and Lateral',
    department: 'X-Ray',
    category: 'Musculoskeletal',
    weight: 7,
    tat: 90,
    images: [2, 4],
    ages: [34, 84],
    readings: [
      {
        weight: 3,
        technique: 'Weight-bearing anteroposterior and lateral radiographs.',
        findings: [
          'Joint space: Narrowing of the medial tibiofemoral compartment.',
          'Bones: Marginal osteophytes of the femoral condyles and tibial plateaux, and spiking of the tibial spines. No fracture.',
          'Patella: Osteophytes of the superior pole.',
          'Soft tissues: No significant effusion.',
        ],
        impression: ['Osteoarthritis of the knee, Kellgren-Lawrence grade 3.'],
      },
      {
        weight: 2,
        technique: 'Anteroposterior and lateral radiographs.',
        findings: [
          'Bones: Normal alignment. No fracture or focal bone lesion.',
          'Joint space: Preserved in all compartments.',
          'Soft tissues: Unremarkable.',
        ],
        impression: ['No bony injury.'],
      },
    ],
  },
  {
    modality: 'DX',
    description: 'X-Ray Wrist AP and Lateral',
    department: 'X-Ray',
    category: 'Musculoskeletal',
    weight: 5,
    tat: 60,
    images: [2, 3],
    ages: [6, 74],
    readings: [
      {
        weight: 2,
        technique: 'Anteroposterior and lateral radiographs.',
        findings: [
          'Bones: Transverse fracture of the distal metaphysis of the radius with dorsal angulation of about 18 degrees. Associated fracture of the ulnar styloid.',
          'Joint: No intra-articular extension. The carpal alignment is maintained.',
          'Soft tissues: Swelling about the wrist.',
        ],
        impression: ['Colles fracture of the distal radius with an ulnar styloid fracture.'],
      },
      {
        weight: 2,
        technique: 'Anteroposterior and lateral radiographs.',
        findings: [
          'Bones: No fracture or dislocation. Bone density is normal.',
          'Joint: Carpal alignment is normal.',
          'Soft tissues: Mild swelling.',
        ],
        impression: ['No fracture seen.'],
        advice: 'Scaphoid views after ten days if tenderness in the snuffbox persists.',
      },
    ],
  },
  {
    modality: 'DX',
    description: 'X-Ray Cervical Spine AP and Lateral',
    department: 'X-Ray',
    category: 'Spine',
    weight: 4,
    tat: 90,
    images: [2, 4],
    ages: [24, 76],
    readings: [
      {
        weight: 1,
        technique: 'Anteroposterior and lateral radiographs.',
        findings: [
          'Alignment: Straightening of the cervical lordosis. No listhesis.',
          'Discs: Reduced height at C5-C6 and C6-C7 with anterior and posterior osteophytes.',
          'Vertebrae: Heights are preserved. No fracture.',
          'Soft tissues: The prevertebral soft tissue is normal in thickness.',
        ],
        impression: ['Cervical spondylosis at C5-C6 and C6-C7 with muscle spasm.'],
      },
    ],
  },
]
