import { addDays, dayAt } from '#domain/time/zones.ts'
import type { DemoCentre } from '../centres.ts'
import type { Random } from '../random.ts'

/** A patient as named in the image server's header. */
export interface DemoPatient {
  pat_id: string
  pat_name: string
  pat_sex: 'Male' | 'Female'
  pat_birthdate: string
}

interface Names {
  Male: readonly string[]
  Female: readonly string[]
  family: readonly string[]
}

const words = (text: string) => text.split(' ')

const INDIA: Names = {
  Male: words(
    'Aarav Aditya Ajay Amit Anand Arjun Ashok Bharat Chetan Deepak Dinesh Farhan Ganesh Girish Harish Imran Jayesh Kishor Mahesh Manoj Mohan Mukesh Nikhil Nitin Prakash Rajesh Rakesh Ramesh Rohan Sachin Sameer Sanjay Shankar Siddharth Tushar Uday Vikram Vinod Yash Zubin',
  ),
  Female: words(
    'Aarti Aishwarya Amruta Anita Archana Asha Bhavna Chitra Deepa Divya Fatima Gauri Geeta Heena Ishita Jyoti Kavita Kiran Lata Madhuri Manisha Meena Mrunal Nandini Neelam Pallavi Pooja Pratibha Rekha Ritu Sangeeta Shalini Shobha Smita Sneha Sunita Swati Usha Vaishali Zarina',
  ),
  family: words(
    'Apte Bhosale Chavan Dalvi Desai Dixit Dsouza Gaikwad Ghosh Gupta Iyengar Jadhav Jain Kamat Khan Kulkarni Malhotra Mehta Menon Mishra More Naik Nair Pandey Parekh Patel Patil Pawar Pillai Rane Rao Reddy Sawant Shaikh Sharma Shetty Shinde Singh Sutar Tambe Thakur Verma Wagh Yadav',
  ),
}

const KUWAIT: Names = {
  Male: words(
    'Abdullah Ahmad Ali Bader Fahad Faisal Hamad Hassan Ibrahim Jaber Khaled Mohammad Mubarak Nasser Omar Salem Saud Yousef George Joseph Rajan Shaji',
  ),
  Female: words(
    'Aisha Amal Bashayer Dana Fatima Ghadeer Haya Hessa Jawaher Khadija Latifa Lulwa Maryam Mona Noor Noura Reem Sara Shaikha Zainab Lissy Maria',
  ),
  family: words(
    'Al-Ajmi Al-Azmi Al-Enezi Al-Failakawi Al-Hajri Al-Kandari Al-Mutairi Al-Otaibi Al-Rashidi Al-Shammari Al-Awadhi Behbehani Dashti Haddad Khoury Mathew Nair Rahman Santos Varghese',
  ),
}

const NAMES = { sanjeevani: INDIA, alnoor: KUWAIT, platform: INDIA } as const satisfies Record<
  DemoCentre['key'],
  Names
>

const REFERRERS: Record<DemoCentre['key'], readonly string[]> = {
  sanjeevani: [
    'Dr. Nilesh Bhat',
    'Dr. Kavita Rane',
    'Dr. S. Raghunathan',
    'Dr. Imtiaz Merchant',
    'Dr. Leena Dcruz',
    'Dr. Vikrant Sathe',
    'Dr. Rupali Agarwal',
    'Lilavati Emergency',
    'Deenanath Orthopaedics',
    '',
  ],
  alnoor: [
    'Dr. Jassim Al-Saleh',
    'Dr. Nadia Fawzi',
    'Dr. Peter Daniel',
    'Mubarak Emergency',
    'Dr. Hala Sabry',
    '',
  ],
  platform: [''],
}

/** Returns a new patient of the centre, of a sex and age that suit the examination. */
export function inventPatient(
  random: Random,
  centre: DemoCentre,
  number: number,
  wish: { sex?: 'Male' | 'Female' | undefined; ages: readonly [number, number] },
  now: Date,
): DemoPatient {
  const sex = wish.sex ?? random.pick(['Male', 'Female'] as const)
  const names = NAMES[centre.key]
  const ageDays = Math.floor(random.between(wish.ages[0], wish.ages[1]) * 365.25) + random.between(0, 360)
  return {
    pat_id: `${centre.patientPrefix}-${String(10_000 + number).padStart(6, '0')}`,
    pat_name: `${random.pick(names[sex])} ${random.pick(names.family)}`,
    pat_sex: sex,
    pat_birthdate: addDays(dayAt(now, 'UTC'), -ageDays),
  }
}

/** Returns a referring doctor; sometimes none, because some headers name none. */
export function pickReferrer(random: Random, centre: DemoCentre): string {
  return random.pick(REFERRERS[centre.key])
}
