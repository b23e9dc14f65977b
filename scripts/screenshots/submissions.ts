/**
 * Invented student work for the screenshots. The first reads like a person's, the others wholly or partly
 * like a machine's.
 */
export const submissions = [
  {
    name: 'amelia-the-allotment.txt',
    text: `My grandad has had the same allotment since 1981 and he will tell you the number of every year something went wrong. 1987, the storm. 1995, no rain until September, and he carried bath water down the hill in two paint tins. 2012, slugs, which he says as if it were a person's name.

I used to be sent there on Saturdays as a sort of punishment, I think, though nobody called it that. My job was stones. You pick them out of the bed and put them in a bucket, and next year there are more, and nobody can explain to you where they come from. I asked him once and he said the earth sweats them out. I believed that until Year 8.

What changed my mind about the place was a small thing. I had planted one row of beans by myself, badly, in a line that bent like a dog's leg. He didn't straighten it. He put his own rows in next to mine and bent them too, so that from the path it looked as though we had meant it. I don't think I have ever been paid a bigger compliment and he has never mentioned it.`,
  },
  {
    name: 'essay-school-uniforms.txt',
    text: `School uniforms have long been a topic of debate in educational institutions around the world. While some argue that uniforms stifle individuality and self-expression, others believe that they play a crucial role in fostering a sense of unity and belonging among students. In this essay, I will explore the various benefits and drawbacks of school uniforms, ultimately arguing that they contribute positively to the overall learning environment.

One of the primary advantages of school uniforms is that they promote equality among students from diverse socioeconomic backgrounds. When everyone wears the same attire, the visible differences between students are significantly reduced, which can help to minimise bullying and peer pressure. Furthermore, uniforms allow students to focus on their academic goals rather than worrying about the latest fashion trends. This, in turn, creates a more inclusive and supportive atmosphere in which every student can thrive.

Additionally, school uniforms can enhance discipline and instil a sense of responsibility. By adhering to a consistent dress code, students learn the importance of following rules and maintaining a professional appearance. These valuable lessons not only benefit them during their school years but also prepare them for future careers. Moreover, uniforms can improve school safety by making it easier to identify individuals who do not belong on campus.

However, it is important to acknowledge the potential drawbacks of school uniforms. Critics argue that uniforms limit creativity and prevent students from expressing their unique identities. While this concern is valid, there are numerous other ways for students to showcase their individuality, such as through art, music, and extracurricular activities.

In conclusion, school uniforms offer a wide range of benefits that outweigh their limitations. By promoting equality, enhancing discipline, and fostering a sense of community, uniforms play a vital role in creating a positive and effective learning environment for all students.`,
  },
  {
    name: 'history-the-canal.txt',
    text: `Our town has a canal that goes nowhere. It stops behind the Co-op, at a wall, with a heron standing on it most mornings. Mum says it used to go to the sea and Dad says it never did, so for my project I went to the record office, which is a room above the library with one lady in it called Mrs Pugh.

The construction of canals during the Industrial Revolution played a pivotal role in transforming the British economy. These waterways facilitated the efficient transportation of goods, such as coal, iron, and textiles, thereby enabling rapid industrial growth. Furthermore, canals significantly reduced the cost of transporting heavy materials, which contributed to the expansion of trade and the development of new markets across the country. Moreover, the rise of canals fostered economic growth in previously isolated regions, creating new opportunities for employment and innovation.

Mrs Pugh found me the company book. It turns out that they were both wrong, or both right. The canal was dug as far as the wall in 1794 and then the money ran out, and the man who had the money ran out too, to Portugal. So it was meant to go to the sea. There is a drawing of the lock they never built. I have copied it below and I am quite proud of the gates.`,
  },
  {
    name: 'reading-log-week-3.txt',
    text: `This week I read chapters four to nine. I did not like the uncle before and now I think I was unfair, because he is the only one who tells the boy the truth about the letter, even though it costs him the farm. I kept stopping to work out who knew what, and in the end I drew it on the back of my hand like a family tree. Mr Dale asked if I wanted paper.

My favourite bit is when the boy hides in the piano. It is funny, but also you can tell that he has hidden there before, because he knows which string not to lean on. The writer never says so. You just notice it. I am going to try that in my own story.`,
  },
]
