"""Problem sets as lecturers write and release them: source, instances, notebooks, the course on disk."""
