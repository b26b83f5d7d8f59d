const split = (text: string) => text.trim().split(/\s+/)

/** Names with a realistic distribution: the first of each list are frequent, the last are rare. */
export const GIVEN = split(`
  Ramesh Sunita Anil Asha Vijay Meena Rajesh Kavita Suresh Lata Mahesh Anita Sanjay Rekha Prakash Usha Deepak Geeta Ashok Pooja
  Ganesh Priya Dinesh Neha Manoj Savita Kiran Shobha Santosh Vandana Rahul Jyoti Amit Sangeeta Nitin Madhuri Sachin Swati Vinod Archana
  Mohan Nirmala Gopal Kamla Hari Sarita Arun Manisha Ravi Sushma Ajay Rupali Vikas Smita Pramod Varsha Sunil Mangal Shyam Seema
  Imran Farida Salim Nasreen Yusuf Shabana Joseph Maria Peter Rosy Harpreet Gurmeet Meenakshi Lakshmi Murugan Karthik Subramaniam
  Venkatesh Padmavati Saraswati Chandrakant Pandurang Tukaram Dnyaneshwar Vishwanath Purushottam Bhagyashree Indrajeet Kunal Tanvi`)

export const FAMILY = split(`
  Kumar Patil Sharma Singh Shah Gupta Joshi Deshmukh Kulkarni Yadav Jadhav Shinde Pawar More Gaikwad Chavan Kamble Shaikh Khan Ansari
  Verma Mishra Pandey Tiwari Mehta Desai Patel Parmar Solanki Rathod Naik Sawant Kadam Bhosale Mane Salunkhe Thakur Nair Menon Pillai
  Iyer Iyengar Reddy Rao Naidu Gowda Shetty Hegde Kamat Prabhu Fernandes Dsouza Pereira Chaudhari Mahajan Agarwal Bansal Mittal Kapoor
  Malhotra Khanna Chopra Banerjee Mukherjee Chatterjee Ghosh Bose Dutta Sundaram Ramanathan Krishnamurthy Subramanian Venkataraman`)

/** The syllables of rarer names. */
export const SYLLABLES = split(`
  ka ki ku ra ri ru ma mi mu na ni nu ta ti tu da di du sa si su pa pi pu va vi la li ba bi ga gi ja ji ha hi ya yo sha dha`)
