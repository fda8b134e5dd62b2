export default function Home() {
	return <p className="head p-6 text-lg">Ларёк</p>
}
